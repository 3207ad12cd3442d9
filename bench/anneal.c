/* The annealer behind bench/schedules.py; built with any C compiler, standard library and its mathematics only.

   Input on stdin: seed, steps, what a coincidence weighs, what a meeting in two rounds running, what an unfair share of
   the large tables, how hot it begins and ends, the coincidences at which it may stop, rounds, tables, their sizes
   (largest first). Output: the best schedule met, a line a round: the table of each player. Best is: fewest
   coincidences, then fewest meetings in two rounds running, then the smallest spread of times at a large table (most
   less fewest), then the smallest squares of these.

   It begins with rounds by lot. A step takes two players at different tables of a round by lot and exchanges
   them if that costs no more; if it does, by lot, the less often the dearer it is and the colder it has become. Steps
   are counted, so a seed always finds the same. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { PLAYERS = 96, ROUNDS = 32, TABLES = 24, DEAR = 1024, COOLED = 1024, NONE = 1 << 28 };

static uint64_t state, chance[DEAR];
static int players, rounds, tables, first[TABLES + 1], table_at[PLAYERS], is_large[PLAYERS];
static int at[ROUNDS][PLAYERS];
static int seat[ROUNDS][PLAYERS], best[ROUNDS][PLAYERS], met[PLAYERS][PLAYERS], large[PLAYERS];
static int unfair[ROUNDS + 2];

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
  meet(order, p, 1), meet(order, q, 1);
  large[one] += is_large[q] - is_large[p], large[other] += is_large[p] - is_large[q];
}

/* What the exchange adds to how unfairly the large tables are shared out. */
static int unfairer(const int *order, int p, int q) {
  if (is_large[p] == is_large[q]) return 0;
  int less = large[order[is_large[p] ? p : q]], more = large[order[is_large[p] ? q : p]];
  return unfair[less - 1] - unfair[less] + unfair[more + 1] - unfair[more];
}

static void begin(int *repeats, int *twice) {
  *repeats = *twice = 0;
  memset(met, 0, sizeof met), memset(large, 0, sizeof large);
  for (int r = 0; r < rounds; r++) {
    int *order = seat[r];
    for (int i = 0; i < players; i++) order[i] = i;
    for (int i = players - 1; i > 0; i--) {
      int j = below(i + 1), kept = order[i];
      order[i] = order[j], order[j] = kept;
    }
    for (int p = 0; p < players; p++) {
      large[order[p]] += is_large[p], at[r][order[p]] = table_at[p];
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

int main(void) {
  int seed, steps, weight, near, share, wanted, repeats, twice, at_large = 0, size[TABLES];
  int best_repeats = NONE, best_twice = NONE, best_spread = NONE, best_squares = NONE;
  double hot, cold;
  if (scanf("%d %d %d %d %d %lf %lf %d %d %d", &seed, &steps, &weight, &near, &share, &hot, &cold, &wanted, &rounds,
            &tables) != 10)
    return 2;
  for (int t = 0; t < tables; t++) {
    if (scanf("%d", &size[t]) != 1) return 2;
    first[t] = players;
    for (int i = 0; i < size[t]; i++) table_at[players++] = t;
  }
  first[tables] = players;
  for (int p = 0; p < players; p++) at_large += is_large[p] = size[table_at[p]] > size[tables - 1];
  int fewest = at_large * rounds / players, most = (at_large * rounds + players - 1) / players;
  for (int times = 0; times <= rounds; times++)
    unfair[times] = (2 * times - fewest - most) * (2 * times - fewest - most);
  state = 88172645463325252ULL ^ (uint64_t)(seed + 1) * 0x9E3779B97F4A7C15ULL;
  begin(&repeats, &twice);
  for (int step = 0; step < steps && (best_repeats > wanted || best_twice || best_spread > 1); step++) {
    if (step % COOLED == 0)
      for (int price = 0; price < DEAR; price++)
        chance[price] = (uint64_t)(exp(-price / (hot * pow(cold / hot, (double)step / steps))) * 0x1p53);
    int r = below(rounds), p = below(players), q = below(players), spread, squares;
    if (table_at[p] == table_at[q]) continue;
    int change = added(seat[r], p, q), again = near ? running(r, p, q) : 0;
    int price = weight * change + near * again + share * unfairer(seat[r], p, q);
    if (price >= DEAR || (price > 0 && next() >> 11 >= chance[price])) continue;
    if (!near) again = running(r, p, q);
    exchange(r, p, q), repeats += change, twice += again;
    if (repeats > best_repeats || (repeats == best_repeats && twice > best_twice)) continue;
    count_shares(&spread, &squares);
    if (repeats == best_repeats && twice == best_twice &&
        (spread > best_spread || (spread == best_spread && squares >= best_squares)))
      continue;
    best_repeats = repeats, best_twice = twice, best_spread = spread, best_squares = squares;
    memcpy(best, seat, sizeof seat);
  }
  for (int r = 0; r < rounds; r++) {
    int place[PLAYERS];
    for (int p = 0; p < players; p++) place[best[r][p]] = table_at[p];
    for (int i = 0; i < players; i++) printf("%d%c", place[i], i + 1 < players ? ' ' : '\n');
  }
  return 0;
}
