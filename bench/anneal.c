/* The annealer behind bench/schedules.py; built with any C compiler, standard library and its mathematics only.

   Input on stdin: seed, steps, what a coincidence weighs, what a meeting in two rounds running, what an unfair share of
   the large tables, how hot it begins and ends, the coincidences and the meetings in two rounds running at which it may
   stop, tables, their sizes (largest first), the turn (which player each becomes), after how many turns everybody is
   himself again, how many rounds it begins with, and for each of these how many rounds it is turned into and its
   players, table by table. Output: the best schedule met, a line a round: the table of each player. Best is: fewest
   coincidences, then fewest meetings in two rounds running if they weigh, then the smallest spread of times at a large table (most
   less fewest), then the smallest squares of these.

   A step takes two players at different tables of a round by lot and exchanges them, and with them whoever has to
   follow so that every round stays what the turn makes of the one before (schedules.py: symmetries), if that costs no
   more; if it does, by lot, the less often the dearer it is and the colder it has become. Steps are counted, so a seed
   always finds the same. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { PLAYERS = 96, ROUNDS = 32, TABLES = 24, TURNS = 32, DEAR = 8192, COOLED = 1024, NONE = 1 << 28 };

static uint64_t state, chance[DEAR];
static int players, rounds, tables, first[TABLES + 1], table_at[PLAYERS], is_large[PLAYERS];
static int at[ROUNDS][PLAYERS];
static int seat[ROUNDS][PLAYERS], best[ROUNDS][PLAYERS], met[PLAYERS][PLAYERS], large[PLAYERS];
static int unfair[ROUNDS + 2];
static int turned[TURNS][PLAYERS], turns, place[ROUNDS][PLAYERS], base[ROUNDS], alike[ROUNDS];

static uint64_t next(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

static int below(int limit) { return (int)(((next() >> 32) * (uint64_t)limit) >> 32); }

/* What an exchange of the players in these places of a round adds to the coincidences. */
static int added(const int *order, int p, int q) {
  const int *one = met[order[p]], *other = met[order[q]];
  int sum = 0;
  for (int a = first[table_at[p]]; a < first[table_at[p] + 1]; a++)
    if (a != p) sum += other[order[a]] - one[order[a]] + 1;
  for (int a = first[table_at[q]]; a < first[table_at[q] + 1]; a++)
    if (a != q) sum += one[order[a]] - other[order[a]] + 1;
  return sum;
}

static int together(int r, int one, int other) {
  return (r > 0 && at[r - 1][one] == at[r - 1][other]) + (r + 1 < rounds && at[r + 1][one] == at[r + 1][other]);
}

/* The same for meetings in two rounds running. */
static int running(int r, int p, int q) {
  const int *order = seat[r];
  int one = order[p], other = order[q], sum = 0;
  for (int a = first[table_at[p]]; a < first[table_at[p] + 1]; a++)
    if (a != p) sum += together(r, other, order[a]) - together(r, one, order[a]);
  for (int a = first[table_at[q]]; a < first[table_at[q] + 1]; a++)
    if (a != q) sum += together(r, one, order[a]) - together(r, other, order[a]);
  return sum;
}

static void meet(const int *order, int p, int by) {
  for (int a = first[table_at[p]]; a < first[table_at[p] + 1]; a++)
    if (a != p) met[order[p]][order[a]] += by, met[order[a]][order[p]] += by;
}

static void exchange(int r, int p, int q) {
  int *order = seat[r], one = order[p], other = order[q];
  meet(order, p, -1), meet(order, q, -1);
  order[p] = other, order[q] = one;
  at[r][one] = table_at[q], at[r][other] = table_at[p];
  place[r][one] = q, place[r][other] = p;
  meet(order, p, 1), meet(order, q, 1);
  large[one] += is_large[q] - is_large[p], large[other] += is_large[p] - is_large[q];
}

/* What the exchange adds to how unfairly the large tables are shared out. */
static int unfairer(const int *order, int p, int q) {
  if (is_large[p] == is_large[q]) return 0;
  int less = large[order[is_large[p] ? p : q]], more = large[order[is_large[p] ? q : p]];
  return unfair[less - 1] - unfair[less] + unfair[more + 1] - unfair[more];
}

/* The exchanges of a step: `one` and `other` in round r, and whatever follows by the turn. None if they follow into
   each other: then what is exchanged would be exchanged back. */
static int follow(int r, int one, int other, int moves[TURNS][3]) {
  int first_round = base[r], rounds_of = alike[r], found = 0;
  for (int t = rounds_of; t < turns; t += rounds_of)
    if (turned[t][one] == other || (turned[t][one] == one) != (turned[t][other] == other)) return 0;
  for (int t = 0; t < turns; t++) {
    int to = first_round + (r - first_round + t) % rounds_of, p = place[to][turned[t][one]], q = place[to][turned[t][other]];
    if (t >= rounds_of && turned[t - t % rounds_of][one] == one) break;
    if (table_at[p] != table_at[q]) moves[found][0] = to, moves[found][1] = p, moves[found++][2] = q;
  }
  return found;
}

static void begin(int *repeats, int *twice) {
  *repeats = *twice = 0;
  for (int r = 0; r < rounds; r++) {
    int *order = seat[r];
    for (int p = 0; p < players; p++) {
      large[order[p]] += is_large[p], at[r][order[p]] = table_at[p], place[r][order[p]] = p;
      for (int a = first[table_at[p]]; a < p; a++) {
        *repeats += met[order[p]][order[a]]++;
        met[order[a]][order[p]]++;
        *twice += r > 0 && at[r - 1][order[a]] == at[r - 1][order[p]];
      }
    }
  }
}

static void count_shares(int *spread, int *squares) {
  int most = 0, fewest = NONE;
  *squares = 0;
  for (int i = 0; i < players; i++) {
    most = large[i] > most ? large[i] : most, fewest = large[i] < fewest ? large[i] : fewest;
    *squares += large[i] * large[i];
  }
  *spread = most - fewest;
}

static int read_start(void) {
  int orbits;
  for (int i = 0; i < players; i++)
    if (turned[0][i] = i, scanf("%d", &turned[1][i]) != 1) return 0;
  if (scanf("%d %d", &turns, &orbits) != 2 || turns > TURNS) return 0;
  for (int t = 2; t < turns; t++)
    for (int i = 0; i < players; i++) turned[t][i] = turned[1][turned[t - 1][i]];
  for (int orbit = 0; orbit < orbits; orbit++) {
    int start = rounds, times;
    if (scanf("%d", &times) != 1 || start + times > ROUNDS) return 0;
    for (int p = 0; p < players; p++)
      if (scanf("%d", &seat[start][p]) != 1) return 0;
    for (int t = 0; t < times; t++, rounds++) {
      base[rounds] = start, alike[rounds] = times;
      for (int p = 0; p < players; p++) seat[rounds][p] = turned[t][seat[start][p]];
    }
  }
  return 1;
}

int main(void) {
  int seed, steps, weight, near, share, wanted, wanted_twice, repeats, twice, at_large = 0, size[TABLES];
  int best_repeats = NONE, best_twice = NONE, best_spread = NONE, best_squares = NONE, moves[TURNS][3];
  double hot, cold;
  if (scanf("%d %d %d %d %d %lf %lf %d %d %d", &seed, &steps, &weight, &near, &share, &hot, &cold, &wanted,
            &wanted_twice, &tables) != 10)
    return 2;
  for (int t = 0; t < tables; t++) {
    if (scanf("%d", &size[t]) != 1) return 2;
    first[t] = players;
    for (int i = 0; i < size[t]; i++) table_at[players++] = t;
  }
  first[tables] = players;
  if (!read_start()) return 2;
  for (int p = 0; p < players; p++) at_large += is_large[p] = size[table_at[p]] > size[tables - 1];
  int fewest = at_large * rounds / players, most = (at_large * rounds + players - 1) / players;
  for (int times = 0; times <= rounds; times++)
    unfair[times] = (2 * times - fewest - most) * (2 * times - fewest - most);
  state = 88172645463325252ULL ^ (uint64_t)(seed + 1) * 0x9E3779B97F4A7C15ULL;
  begin(&repeats, &twice);
  if (!near) twice = 0;
  for (int step = 0; step < steps && (best_repeats > wanted || best_twice > wanted_twice || best_spread > 1); step++) {
    if (step % COOLED == 0)
      for (int price = 0; price < DEAR; price++)
        chance[price] = (uint64_t)(exp(-price / (hot * pow(cold / hot, (double)step / steps))) * 0x1p53);
    int r = below(rounds), p = below(players), q = below(players), spread, squares;
    if (table_at[p] == table_at[q]) continue;
    int number = follow(r, seat[r][p], seat[r][q], moves), change = 0, again = 0, unfairness = 0, done = 0;
    for (int *move = moves[0]; done < number; done++, move += 3) {
      change += added(seat[move[0]], move[1], move[2]);
      if (near) again += running(move[0], move[1], move[2]);
      unfairness += unfairer(seat[move[0]], move[1], move[2]);
      if (done + 1 < number) exchange(move[0], move[1], move[2]);
    }
    int price = weight * change + near * again + share * unfairness;
    if (!number || price >= DEAR || (price > 0 && next() >> 11 >= chance[price])) {
      for (done--; done-- > 0;) exchange(moves[done][0], moves[done][1], moves[done][2]);
      continue;
    }
    exchange(moves[number - 1][0], moves[number - 1][1], moves[number - 1][2]);
    repeats += change, twice += again;
    if (repeats > best_repeats || (repeats == best_repeats && twice > best_twice)) continue;
    count_shares(&spread, &squares);
    if (repeats == best_repeats && twice == best_twice &&
        (spread > best_spread || (spread == best_spread && squares >= best_squares)))
      continue;
    best_repeats = repeats, best_twice = twice, best_spread = spread, best_squares = squares;
    memcpy(best, seat, sizeof seat);
  }
  for (int r = 0; r < rounds; r++) {
    int table_of[PLAYERS];
    for (int p = 0; p < players; p++) table_of[best[r][p]] = table_at[p];
    for (int i = 0; i < players; i++) printf("%d%c", table_of[i], i + 1 < players ? ' ' : '\n');
  }
  return 0;
}
