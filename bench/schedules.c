/* The search behind bench/schedules.py for fields that no rule reaches; built with any C compiler, standard library only.

   Input on stdin: seed, steps, rounds, weight, mixed, least, tables, their sizes (largest first), players of the start:
   for each round of it the table of each player. Rounds that the start does not have are filled by lot, the seats at
   large tables as fairly as can be. Output: the best schedule met, in the same form: fewest coincidences, then fairest.

   A step looks at two rounds by lot, tries everybody who meets somebody again (or, if `mixed`, has an unfair share of
   large tables) against all others, and makes the best swap; for a while the same two do not swap back in that round.
   Unless `mixed`, people change places only with those at tables of the same kind, so shares stay as fair as they were;
   if so, a coincidence weighs `weight` and shares count by their squares. Steps are counted, so it always finds the same. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { PLAYERS = 96, ROUNDS = 32, TABLES = 24, STALLED = 300000 };

static uint64_t state;
static int players, rounds, tables, at_large, mixed, weight;
static int size[TABLES], first[TABLES + 1], table_of[PLAYERS], is_large[PLAYERS];
static int seat[ROUNDS][PLAYERS], place[ROUNDS][PLAYERS], met[PLAYERS][PLAYERS], large[PLAYERS];
static int best_place[ROUNDS][PLAYERS];
static long resting[ROUNDS][PLAYERS][PLAYERS];

static int below(int limit) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (int)((state >> 11) % (uint64_t)limit);
}

static void exchange(int *order, int one, int other) {
  int kept = order[one];
  order[one] = order[other], order[other] = kept;
}

static void fill_by_lot(int round) {
  int order[PLAYERS];
  for (int i = 0; i < players; i++) order[i] = i;
  for (int i = players - 1; i > 0; i--) exchange(order, i, below(i + 1));
  for (int i = 1; i < players; i++)
    for (int j = i; j > 0 && large[order[j - 1]] > large[order[j]]; j--) exchange(order, j - 1, j);
  for (int i = at_large - 1; i > 0; i--) exchange(order, i, below(i + 1));
  for (int i = players - 1; i > at_large; i--) exchange(order, i, at_large + below(i - at_large + 1));
  for (int p = 0; p < players; p++) {
    seat[round][p] = order[p], place[round][order[p]] = p;
    large[order[p]] += is_large[p];
  }
}

static void meet(int one, int other, int times) { met[one][other] += times, met[other][one] += times; }

static int coincidences(void) {
  int sum = 0;
  for (int i = 0; i < players; i++)
    for (int j = i + 1; j < players; j++) sum += met[i][j] * (met[i][j] - 1) / 2;
  return sum;
}

static int unfairness(void) {
  int all = at_large * rounds, fewest = all / players, more = all % players, sum = 0;
  for (int i = 0; i < players; i++) sum += large[i] * large[i];
  return sum - ((players - more) * fewest * fewest + more * (fewest + 1) * (fewest + 1));
}

/* What a swap of these two in this round adds to the coincidences. */
static int change(int round, int one, int other) {
  int p = place[round][one], q = place[round][other], sum = 0;
  for (int a = first[table_of[p]]; a < first[table_of[p] + 1]; a++)
    if (a != p) sum += met[other][seat[round][a]] - (met[one][seat[round][a]] - 1);
  for (int a = first[table_of[q]]; a < first[table_of[q] + 1]; a++)
    if (a != q) sum += met[one][seat[round][a]] - (met[other][seat[round][a]] - 1);
  return sum;
}

static int share_change(int p, int q, int one, int other) {
  if (is_large[p] == is_large[q]) return 0;
  return 2 * (is_large[p] ? large[other] - large[one] + 1 : large[one] - large[other] + 1);
}

static void swap(int round, int one, int other) {
  int p = place[round][one], q = place[round][other];
  for (int a = first[table_of[p]]; a < first[table_of[p] + 1]; a++)
    if (a != p) meet(one, seat[round][a], -1), meet(other, seat[round][a], 1);
  for (int a = first[table_of[q]]; a < first[table_of[q] + 1]; a++)
    if (a != q) meet(other, seat[round][a], -1), meet(one, seat[round][a], 1);
  large[one] += is_large[q] - is_large[p], large[other] += is_large[p] - is_large[q];
  seat[round][p] = other, seat[round][q] = one, place[round][one] = q, place[round][other] = p;
}

static int meets_again(int round, int p) {
  int one = seat[round][p];
  for (int a = first[table_of[p]]; a < first[table_of[p] + 1]; a++)
    if (a != p && met[one][seat[round][a]] > 1) return 1;
  return 0;
}

static void start(int given, int tables_given[ROUNDS][PLAYERS]) {
  memset(met, 0, sizeof met), memset(large, 0, sizeof large), memset(resting, 0, sizeof resting);
  for (int round = 0; round < given; round++) {
    int next[TABLES];
    memcpy(next, first, sizeof next);
    for (int i = 0; i < players; i++) {
      int p = next[tables_given[round][i]]++;
      seat[round][p] = i, place[round][i] = p, large[i] += is_large[p];
    }
  }
  for (int round = given; round < rounds; round++) fill_by_lot(round);
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < tables; k++)
      for (int a = first[k]; a < first[k + 1]; a++)
        for (int b = a + 1; b < first[k + 1]; b++) meet(seat[round][a], seat[round][b], 1);
}

int main(void) {
  static int tables_given[ROUNDS][PLAYERS];
  long steps;
  int seed, least, given;
  if (scanf("%d %ld %d %d %d %d %d", &seed, &steps, &rounds, &weight, &mixed, &least, &tables) != 7) return 2;
  for (int k = 0; k < tables; k++) {
    if (scanf("%d", &size[k]) != 1) return 2;
    first[k] = players;
    for (int i = 0; i < size[k]; i++) table_of[players++] = k;
  }
  first[tables] = players;
  for (int p = 0; p < players; p++) at_large += is_large[p] = size[table_of[p]] > size[tables - 1];
  if (scanf("%d", &given) != 1) return 2;
  for (int round = 0; round < given; round++)
    for (int i = 0; i < players; i++)
      if (scanf("%d", &tables_given[round][i]) != 1) return 2;
  state = 88172645463325252ULL ^ (uint64_t)(seed + 1) * 0x9E3779B97F4A7C15ULL;
  int fewest = at_large * rounds / players, most = (at_large * rounds + players - 1) / players;
  int best_repeats = 1 << 28, best_unfair = 1 << 28;
  long step = 0;
  while (step < steps && (best_repeats > least || best_unfair)) {
    start(given, tables_given);
    int repeats = coincidences(), unfair = unfairness(), best_now = 1 << 28;
    long bettered = step;
    for (; step < steps && step - bettered < STALLED; step++) {
      if (repeats < best_repeats || (repeats == best_repeats && unfair < best_unfair)) {
        best_repeats = repeats, best_unfair = unfair;
        memcpy(best_place, place, sizeof place);
        if (best_repeats <= least && !best_unfair) break;
      }
      if (weight * repeats + unfair < best_now) best_now = weight * repeats + unfair, bettered = step;
      int lowest = 1 << 28, ties = 0, round = 0, one = 0, other = 0;
      for (int tried = 0; tried < 2; tried++) {
        int here = below(rounds);
        for (int p = 0; p < players; p++) {
          int x = seat[here][p], again = meets_again(here, p);
          if (!again && !(mixed && (is_large[p] ? large[x] > most : large[x] < fewest))) continue;
          for (int q = 0; q < players; q++) {
            int alike = is_large[p] == is_large[q], y = seat[here][q];
            if (table_of[p] == table_of[q] || (alike ? !again : !mixed)) continue;
            int added = change(here, x, y), price = weight * added + share_change(p, q, x, y);
            if (resting[here][x][y] > step && weight * repeats + unfair + price >= best_now &&
                repeats + added >= best_repeats)
              continue;
            if (price < lowest) lowest = price, ties = 0;
            if (price == lowest && below(++ties) == 0) round = here, one = x, other = y;
          }
        }
      }
      if (!ties) continue;
      repeats += change(round, one, other);
      unfair += share_change(place[round][one], place[round][other], one, other);
      swap(round, one, other);
      resting[round][one][other] = resting[round][other][one] = step + 4 + below(10);
    }
  }
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < players; i++) printf("%d%c", table_of[best_place[round][i]], i + 1 < players ? ' ' : '\n');
  return 0;
}
