/* Many short walks with all rounds free, behind `bench/schedules.py --walks`: the quick one beside anneal.c, for fields
   that hardly have a turn. Built with any C compiler, standard library and its mathematics only, for WIDTH players at
   most; where the compiler knows vectors of bytes, a second weighs some half a billion exchanges.

   Input on stdin: seed, steps of a walk, how many walks, the coincidences at which it may stop, rounds, tables, their
   sizes (largest first). Output: the best schedule met, a line a round: the table of each player. Best is: fewest
   coincidences, then the smallest spread of times at a large table (most less fewest).

   A step takes a player and a round by lot and weighs his exchange with everybody else at once. Those will do that cost
   no more, or by lot somewhat more, the less often the dearer it is and the colder it has become; the first of them
   from a place by lot on is made. What each player would meet at each table of each round is kept, a row of players for
   each table, so nothing is counted again. Every other walk heeds fair shares of large tables: one time too many costs
   as much as two coincidences. It ends sooner when ENOUGH walks have found nothing better than the best. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 16, TABLES = 32, SEATS = 8, COOLED = 1024, NONE = 1 << 20, ENOUGH = 6 };
enum { DEAREST = 24, NEVER = 100 }; /* what an exchange may cost at most; and what those cost that are none */

static const double HOT = 0.45, COLD = 0.15;

typedef int8_t Row[WIDTH] __attribute__((aligned(WIDTH))); /* a number for each player, and more up to the width */

static uint64_t state, chance[DEAREST + 1];
static int players, rounds, tables, size[TABLES], is_large[TABLES], seat[ROUNDS][TABLES][SEATS];
static Row at[ROUNDS], best[ROUNDS], met[WIDTH], meets[ROUNDS][TABLES], large;

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

/* Rounds by lot; their coincidences. */
static int begin(void) {
  int repeats = 0, order[WIDTH];
  memset(met, 0, sizeof met), memset(meets, 0, sizeof meets), memset(large, 0, sizeof large);
  memset(at, TABLES, sizeof at);
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < players; i++) order[i] = i;
    for (int i = players - 1; i > 0; i--) {
      int j = below(i + 1), player = order[i];
      order[i] = order[j], order[j] = player;
    }
    for (int t = 0, p = 0; t < tables; t++)
      for (int s = 0; s < size[t]; s++) {
        int one = seat[r][t][s] = order[p++];
        at[r][one] = t, large[one] += is_large[t];
        for (int a = 0; a < s; a++) repeats += met[one][seat[r][t][a]]++, met[seat[r][t][a]][one]++;
      }
  }
  for (int r = 0; r < rounds; r++)
    for (int i = 0; i < players; i++)
      for (int other = 0; other < players; other++) meets[r][at[r][other]][i] += met[i][other];
  return repeats;
}

/* At table t of a round `from` gives way to `to`: those who stay there meet the one less and the other more. */
static void replace(int r, int t, int from, int to, Row change, int by) {
  for (int s = 0; s < size[t]; s++) {
    int player = seat[r][t][s];
    if (player == from) {
      seat[r][t][s] = to;
      continue;
    }
    change[player] = by, met[player][from]--, met[player][to]++;
    for (int q = 0; q < rounds; q++) meets[q][at[q][player]][from]--, meets[q][at[q][player]][to]++;
  }
}

static void exchange(int r, int one, int other) {
  int here = at[r][one], there = at[r][other];
  Row change = {0}; /* of what `one` has met; the other's is its opposite */
  for (int i = 0; i < WIDTH; i++) {
    int8_t more = met[other][i] - met[one][i];
    meets[r][here][i] += more, meets[r][there][i] -= more;
  }
  replace(r, here, one, other, change, -1), replace(r, there, other, one, change, 1);
  at[r][one] = there, at[r][other] = here;
  for (int i = 0; i < WIDTH; i++) met[one][i] += change[i], met[other][i] -= change[i];
  for (int q = 0; q < rounds; q++) {
    int8_t *ones = meets[q][at[q][one]], *others = meets[q][at[q][other]];
    if (ones == others) continue;
    for (int i = 0; i < WIDTH; i++) ones[i] += change[i], others[i] -= change[i];
  }
  large[one] += is_large[there] - is_large[here], large[other] += is_large[here] - is_large[there];
}

/* What the player's exchange with each other would cost in this round: coincidences, and for fair shares. */
static void weigh(int r, int one, int fair, Row cost) {
  int here = at[r][one];
  const int8_t *table = at[r], *here_met = meets[r][here], *one_met = met[one];
  int8_t stays = size[here] - 1 - here_met[one];
  for (int i = 0; i < WIDTH; i++) cost[i] = NEVER;
  for (int t = 0; t < tables; t++) {
    if (t == here) continue;
    const int8_t *there_met = meets[r][t];
    int8_t all = stays + there_met[one] + size[t] - 1;
    int8_t larger = fair ? 2 * (is_large[t] - is_large[here]) : 0, even = larger ? 2 + larger * large[one] : 0;
    for (int i = 0; i < WIDTH; i++) {
      int8_t price = all + here_met[i] - there_met[i] - 2 * one_met[i] + even - larger * large[i];
      cost[i] = table[i] == t ? price : cost[i];
    }
  }
}

int main(void) {
  int seed, walks, wanted, best_repeats = NONE, best_spread = NONE, again = 0, at_large = 0;
  long steps;
  if (scanf("%d %ld %d %d %d %d", &seed, &steps, &walks, &wanted, &rounds, &tables) != 6) return 2;
  if (rounds > ROUNDS || tables > TABLES) return 2;
  for (int t = 0; t < tables; t++) {
    if (scanf("%d", &size[t]) != 1 || size[t] > SEATS || players + size[t] > WIDTH) return 2;
    players += size[t];
  }
  for (int t = 0; t < tables; t++) is_large[t] = size[t] > size[tables - 1], at_large |= is_large[t];
  state = 88172645463325252ULL ^ (uint64_t)(seed + 1) * 0x9E3779B97F4A7C15ULL;
  for (int walk = 0; walk < walks && again < ENOUGH && (best_repeats > wanted || best_spread > 1); walk++) {
    int fair = at_large && walk % 2, repeats = begin(), fewest_here = NONE, spread_here = NONE;
    for (long step = 0; step < steps; step++) {
      if (step % COOLED == 0)
        for (int price = 0; price < DEAREST; price++)
          chance[price] = (uint64_t)(exp(-price / (HOT * pow(COLD / HOT, (double)step / steps))) * 0x1p63);
      uint64_t lot = next(), luck = next() >> 1;
      int r = (int)((lot & 0xffff) * rounds >> 16), one = (int)((lot >> 16 & 0xffff) * players >> 16);
      int from = (int)((lot >> 32 & 0xffff) * players >> 16);
      int8_t most = 0;
      while (luck < chance[most + 1]) most++;
      Row cost, will;
      weigh(r, one, fair, cost);
      for (int i = 0; i < WIDTH; i++) will[i] = cost[i] <= most;
      const int8_t *found = memchr(will + from, 1, WIDTH - from);
      if (!found) found = memchr(will, 1, from);
      if (!found) continue;
      int other = (int)(found - will);
      repeats += meets[r][at[r][other]][one] - meets[r][at[r][one]][one] + meets[r][at[r][one]][other] -
                 meets[r][at[r][other]][other] + size[at[r][one]] + size[at[r][other]] - 2 - 2 * met[one][other];
      exchange(r, one, other);
      if (repeats > fewest_here) continue;
      int now = spread();
      if (repeats == fewest_here && now >= spread_here) continue;
      fewest_here = repeats, spread_here = now;
      if (repeats > best_repeats || (repeats == best_repeats && now >= best_spread)) continue;
      best_repeats = repeats, best_spread = now, again = 0;
      memcpy(best, at, sizeof best);
      if (repeats <= wanted && now <= 1) break;
    }
    again += fewest_here == best_repeats && spread_here == best_spread;
  }
  for (int r = 0; r < rounds; r++)
    for (int i = 0; i < players; i++) printf("%d%c", best[r][i], i + 1 < players ? ' ' : '\n');
  return 0;
}
