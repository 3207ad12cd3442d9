/* Many short walks with all rounds free, behind `bench/schedules.py --walks`: the quick one beside anneal.c, some 40
   million steps a second, for fields that hardly have a turn. Built with any C compiler, standard library and its
   mathematics only.

   Input on stdin: seed, steps of a walk, how many walks, the coincidences at which it may stop, rounds, tables, their
   sizes (largest first). Output: the best schedule met, a line a round: the table of each player. Best is: fewest
   coincidences, then the smallest spread of times at a large table (most less fewest).

   A step takes two players at different tables of a round by lot and exchanges them if that costs no more; if it does,
   by lot, the less often the dearer it is and the colder it has become. What a player would meet at each table of each
   round is kept, so a step that is refused reads six numbers. Every other walk heeds fair shares of large tables, two
   of eight are four times as long. It ends sooner when ENOUGH walks have found nothing better than the best. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { PLAYERS = 128, ROUNDS = 16, TABLES = 32, DEAR = 256, COOLED = 8192, NONE = 1 << 20, ENOUGH = 6, FAIR = 4 };

static const double HOT = 0.7, COLD = 0.2;

static uint64_t state, chance[DEAR];
static int players, rounds, tables, size[TABLES], first[TABLES + 1], table_at[PLAYERS], is_large[PLAYERS];
static int seat[ROUNDS][PLAYERS], best[ROUNDS][PLAYERS], at[ROUNDS][PLAYERS], large[PLAYERS], unfair[ROUNDS + 2];
static int16_t met[PLAYERS][PLAYERS], meets[ROUNDS][PLAYERS][TABLES];

static uint64_t next(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

static int below(int limit) { return (int)(((next() >> 32) * (uint64_t)limit) >> 32); }

static int spread(void) {
  int most = 0, fewest = NONE;
  for (int i = 0; i < players; i++) {
    most = large[i] > most ? large[i] : most, fewest = large[i] < fewest ? large[i] : fewest;
  }
  return most - fewest;
}

static void meet(int one, int other, int by) {
  met[one][other] += by, met[other][one] += by;
  for (int r = 0; r < rounds; r++) meets[r][one][at[r][other]] += by, meets[r][other][at[r][one]] += by;
}

/* All with whom the player in this place shares his table, but for the one in it. */
static void meet_table(int r, int player, int place, int by) {
  for (int p = first[table_at[place]]; p < first[table_at[place] + 1]; p++)
    if (p != place) meet(player, seat[r][p], by);
}

static void exchange(int r, int p, int q) {
  int one = seat[r][p], other = seat[r][q], here = table_at[p], there = table_at[q];
  meet_table(r, one, p, -1), meet_table(r, other, q, -1);
  for (int i = 0; i < players; i++) {
    int more = met[i][other] - met[i][one];
    meets[r][i][here] += more, meets[r][i][there] -= more;
  }
  seat[r][p] = other, seat[r][q] = one;
  at[r][one] = there, at[r][other] = here;
  meet_table(r, one, q, 1), meet_table(r, other, p, 1);
  large[one] += is_large[q] - is_large[p], large[other] += is_large[p] - is_large[q];
}

/* Rounds by lot; their coincidences. */
static int begin(void) {
  int repeats = 0;
  memset(met, 0, sizeof met), memset(meets, 0, sizeof meets), memset(large, 0, sizeof large);
  for (int r = 0; r < rounds; r++) {
    int *order = seat[r];
    for (int i = 0; i < players; i++) order[i] = i;
    for (int i = players - 1; i > 0; i--) {
      int j = below(i + 1), player = order[i];
      order[i] = order[j], order[j] = player;
    }
    for (int p = 0; p < players; p++) at[r][order[p]] = table_at[p], large[order[p]] += is_large[p];
  }
  for (int r = 0; r < rounds; r++)
    for (int p = 0; p < players; p++)
      for (int a = first[table_at[p]]; a < p; a++)
        repeats += met[seat[r][p]][seat[r][a]]++, met[seat[r][a]][seat[r][p]]++;
  for (int r = 0; r < rounds; r++)
    for (int i = 0; i < players; i++)
      for (int other = 0; other < players; other++) meets[r][i][at[r][other]] += met[i][other];
  return repeats;
}

/* What the exchange of the players in these places adds to the coincidences. */
static int added(int r, int p, int q) {
  int one = seat[r][p], other = seat[r][q], here = table_at[p], there = table_at[q];
  return meets[r][one][there] - meets[r][one][here] + size[here] - 1 + meets[r][other][here] -
         meets[r][other][there] + size[there] - 1 - 2 * met[one][other];
}

/* What it adds to how unfairly the large tables are shared out. */
static int unfairer(int r, int p, int q) {
  if (is_large[p] == is_large[q]) return 0;
  int less = large[seat[r][is_large[p] ? p : q]], more = large[seat[r][is_large[p] ? q : p]];
  return unfair[less - 1] - unfair[less] + unfair[more + 1] - unfair[more];
}

int main(void) {
  int seed, walks, steps, wanted, best_repeats = NONE, best_spread = NONE, again = 0, at_large = 0;
  if (scanf("%d %d %d %d %d %d", &seed, &steps, &walks, &wanted, &rounds, &tables) != 6) return 2;
  if (rounds > ROUNDS || tables > TABLES) return 2;
  for (int t = 0; t < tables; t++) {
    if (scanf("%d", &size[t]) != 1 || players + size[t] > PLAYERS) return 2;
    first[t] = players;
    for (int i = 0; i < size[t]; i++) table_at[players++] = t;
  }
  first[tables] = players;
  for (int p = 0; p < players; p++) at_large += is_large[p] = size[table_at[p]] > size[tables - 1];
  int fewest = at_large * rounds / players, most = (at_large * rounds + players - 1) / players;
  for (int times = 0; times <= rounds + 1; times++)
    unfair[times] = (2 * times - fewest - most) * (2 * times - fewest - most);
  state = 88172645463325252ULL ^ (uint64_t)(seed + 1) * 0x9E3779B97F4A7C15ULL;
  for (int walk = 0; walk < walks && again < ENOUGH && (best_repeats > wanted || best_spread > 1); walk++) {
    int fair = at_large && walk % 2, weight = fair ? FAIR : 1, long_one = walk % 8 >= 6 ? 4 : 1;
    int repeats = begin(), fewest_here = NONE, spread_here = NONE;
    for (int64_t step = 0, last = (int64_t)steps * long_one; step < last; step++) {
      if (step % COOLED == 0)
        for (int price = 0; price < DEAR; price++)
          chance[price] = (uint64_t)(exp(-price / (weight * HOT * pow(COLD / HOT, (double)step / last))) * 0x1p53);
      uint64_t lot = next();
      int r = (int)((lot & 0xffff) * rounds >> 16), p = (int)((lot >> 16 & 0xffff) * players >> 16);
      int q = (int)((lot >> 32 & 0xffff) * players >> 16);
      if (table_at[p] == table_at[q]) continue;
      int more = added(r, p, q), price = weight * more + (fair ? unfairer(r, p, q) : 0);
      if (price >= DEAR || (price > 0 && next() >> 11 >= chance[price])) continue;
      exchange(r, p, q);
      repeats += more;
      if (repeats > fewest_here) continue;
      int now = spread();
      if (repeats == fewest_here && now >= spread_here) continue;
      fewest_here = repeats, spread_here = now;
      if (repeats > best_repeats || (repeats == best_repeats && now >= best_spread)) continue;
      best_repeats = repeats, best_spread = now, again = 0;
      memcpy(best, seat, sizeof seat);
      if (repeats <= wanted && now <= 1) break;
    }
    again += fewest_here == best_repeats && spread_here == best_spread;
  }
  for (int r = 0; r < rounds; r++) {
    int table_of[PLAYERS];
    for (int p = 0; p < players; p++) table_of[best[r][p]] = table_at[p];
    for (int i = 0; i < players; i++) printf("%d%c", table_of[i], i + 1 < players ? ' ' : '\n');
  }
  return 0;
}
