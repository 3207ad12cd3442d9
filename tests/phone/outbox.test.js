// What a phone promises: a line that it showed is kept, is sent until the site names it, and is there once, in order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PORTAL, Phone, Site, Time, deal, settle, GAME } from "./phones.js";

async function evening(options) {
  const site = new Site(), time = new Time(), phone = new Phone(site, time, options);
  return { site, time, phone, outbox: await phone.open() };
}

async function play(outbox, losers, options) {
  for (const loser of losers) await outbox.add(deal(outbox, loser, options));
  await settle();
}

function states(outbox) {
  return outbox.linesOf(GAME).map((one) => `${one.line.entry.loser || one.line.entry.kind} ${one.state}`).join(", ");
}

test("a line that was added is in the store of a phone that is killed at once", async () => {
  const { phone, outbox } = await evening();
  phone.online = false;
  await outbox.add(deal(outbox, "B"));
  phone.kill();
  assert.equal(states(await phone.open()), "B sending");
});

test("a line is not said to be kept where its transaction did not complete", async () => {
  const { phone, outbox } = await evening();
  await outbox.send();
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function transaction(...how) {
    const tx = begin.apply(this, how);
    const put = IDBObjectStore.prototype.put;
    tx.addEventListener("abort", () => { IDBObjectStore.prototype.put = put; });
    // The disk is full: all is well until the transaction is to be completed.
    IDBObjectStore.prototype.put = function last(value) {
      const request = put.call(this, value);
      if (this.name === "meta") request.addEventListener("success", () => tx.abort());
      return request;
    };
    return tx;
  };
  const adding = outbox.add(deal(outbox, "B"));
  IDBDatabase.prototype.transaction = begin;
  await assert.rejects(adding);
  phone.kill();
  assert.equal(states(await phone.open()), "");
});

test("deals tapped without a network come in their order when it is back", async () => {
  const { site, time, phone, outbox } = await evening();
  phone.online = false;
  await play(outbox, "BDAC");
  assert.equal(site.losers(), "");
  phone.online = true;
  await time.pass(31_000);
  assert.equal(site.losers(), "B D A C");
  assert.equal(states(outbox), "B named, D named, A named, C named");
});

test("a line behind one that stands is no reason to ask again and again", async () => {
  const { site, time, outbox } = await evening();
  await settle();
  const before = site.requests.length;
  await outbox.add(deal(outbox, "B"), time.now + 5000);
  await play(outbox, "D");
  assert.ok(site.requests.length <= before + 3);
  await time.pass(6000);
  assert.equal(site.losers(), "B D");
});

test("a clock that is set back does not keep a line that stands from leaving", async () => {
  const { site, time, outbox } = await evening();
  await settle();
  await outbox.add(deal(outbox, "B"), time.now + 5000);
  time.now -= 1_800_000;
  await outbox.send();
  assert.equal(site.losers(), "B");
});

test("a phone closed and opened again goes on sending, from any page of the site", async () => {
  const { site, phone, outbox } = await evening();
  phone.online = false;
  await play(outbox, "BD");
  phone.kill();
  phone.online = true;
  const page = await phone.open({ page: "page" });
  await page.send();
  assert.equal(site.losers(), "B D");
});

test("an answer that is lost makes the line be sent again, and it counts once", async () => {
  const { site, time, phone, outbox } = await evening();
  phone.onTheWay = (send) => { send(); return null; };
  await play(outbox, "B");
  assert.equal(states(outbox), "B sending");
  phone.onTheWay = (send) => send();
  await time.pass(31_000);
  assert.equal(states(outbox), "B named");
  assert.equal(site.losers(), "B");
});

const FOREIGN = {
  "a portal's page": () => PORTAL,
  "another page of a sign-in": () => ({ status: 200, redirected: true, text: '{"v": 1, "now": "2026-11-21T20:00:00Z", "account": "x", "lines": [], "games": {}}' }),
  "a 403": (site) => ({ status: 403, redirected: false, text: site }),
  "a 404": (site) => ({ status: 404, redirected: false, text: site }),
  "a 500 with our JSON": (site) => ({ status: 500, redirected: false, text: site }),
  "JSON of somebody else": () => ({ status: 200, redirected: false, text: '{"ok": true, "lines": []}' }),
  "JSON of a later version": (site) => ({ status: 200, redirected: false, text: site.replace('"v":1', '"v":2') }),
  "JSON of our kind that breaks off in shape": () => ({ status: 200, redirected: false, text: '{"v": 1, "now": "2026-11-21T20:00:00Z", "account": "account:7", "lines": [null], "games": {"17": null}}' }),
};
for (const [name, reply] of Object.entries(FOREIGN)) {
  test(`${name} is no answer: the line is asked again`, async () => {
    const { site, time, phone, outbox } = await evening();
    phone.onTheWay = (send) => reply(send().text);
    await play(outbox, "B");
    assert.equal(states(outbox), "B sending");
    assert.ok(outbox.failures() > 0);
    phone.onTheWay = (send) => send();
    await time.pass(31_000);
    assert.equal(states(outbox), "B named");
    assert.equal(site.losers(), "B");
  });
}

test("our answer that does not name the line leaves it on the phone", async () => {
  const { time, phone, outbox } = await evening();
  phone.onTheWay = (send) => {
    const said = JSON.parse(send().text);
    return { status: 200, redirected: false, text: JSON.stringify(Object.assign(said, { lines: [] })) };
  };
  await play(outbox, "BD");
  assert.equal(states(outbox), "B sending, D sending");
  phone.onTheWay = (send) => send();
  await time.pass(31_000);
  assert.equal(states(outbox), "B named, D named");
});

test("whoever is signed out keeps his lines, is told, and they go as his when he is back", async () => {
  const { site, time, outbox } = await evening();
  site.account = null;
  await play(outbox, "B");
  await play(outbox, "D");
  assert.equal(outbox.account, null);
  assert.equal(states(outbox), "B sending, D waiting");
  const asked = site.requests.length;
  await time.pass(10 * 60_000);
  assert.ok(site.requests.length - asked <= 12, "it asks rarely");
  assert.equal(states(outbox), "B sending, D waiting");
  site.account = "account:9";
  await outbox.send();
  assert.deepEqual(site.requests.slice(-1)[0].lines.map((line) => line.by), ["account:7", "account:7"]);
});

test("a line taken back before it left leaves no trace and no gap", async () => {
  const { site, time, outbox } = await evening();
  await outbox.add(deal(outbox, "B"), time.now + 5000);
  const [one] = outbox.linesOf(GAME);
  assert.equal(await outbox.takeBack(one.id), "removed");
  await play(outbox, "C");
  await time.pass(6000);
  assert.equal(site.losers(), "C");
  assert.equal(site.requests.slice(-1)[0].games[GAME].counter <= 1, true);
  assert.equal(outbox.linesOf(GAME)[0].line.counter, 1);
});

test("during an outage no further line leaves: each can be taken back and changed", async () => {
  const { site, time, phone, outbox } = await evening();
  phone.online = false;
  await play(outbox, "B");
  await play(outbox, "CD");
  assert.equal(states(outbox), "B sending, C waiting, D waiting");
  assert.equal(await outbox.takeBack(outbox.linesOf(GAME)[2].id), "removed");
  assert.equal(await outbox.change(outbox.linesOf(GAME)[1].id, { entry: { kind: "deal", loser: "E", bench: [] } }), true);
  phone.online = true;
  await time.pass(31_000);
  assert.equal(site.losers(), "B E");
});

test("where the browser knows that it has no network not even the first line leaves", async () => {
  const { site, phone, outbox } = await evening();
  Object.assign(phone, { online: false, knowsOffline: true });
  await play(outbox, "B");
  assert.equal(states(outbox), "B waiting");
  Object.assign(phone, { online: true });   // a browser may be wrong: the site on the same machine answers all the same
  await outbox.send();
  assert.equal(site.losers(), "B");
});

test("a site that answers but never takes a batch is asked ever more rarely", async () => {
  const { site, time, phone, outbox } = await evening();
  await settle();
  const before = site.requests.length;
  phone.onTheWay = (send) => { const reply = send(); return site.requests.slice(-1)[0].lines.length ? { status: 500, redirected: false, text: "" } : reply; };
  site.take = () => null;
  await play(outbox, "B");
  await time.pass(10 * 60_000);
  assert.ok(site.requests.length - before < 100, `${site.requests.length - before}`);
});

test("a line that may have left is undone by a line that names it", async () => {
  const { site, time, phone, outbox } = await evening();
  phone.onTheWay = (send) => { send(); return null; };
  await play(outbox, "B");
  const [one] = outbox.linesOf(GAME);
  assert.equal(await outbox.takeBack(one.id, { by: "account:7" }), "undone");
  phone.onTheWay = (send) => send();
  await time.pass(31_000);
  assert.equal(site.losers(), "B strike");
  assert.equal(site.logs[GAME][1].entry.line, one.id);
});

test("taking back a line while it is under way never removes it", async () => {
  const { site, phone, outbox } = await evening();
  let release;
  phone.onTheWay = (send) => new Promise((resolve) => { release = () => resolve(send()); });
  const line = await outbox.add(deal(outbox, "B"));
  await settle();
  assert.ok(outbox.isOnItsWay(line.id));
  assert.equal(await outbox.takeBack(line.id, { by: "account:7" }), "undone");
  phone.onTheWay = (send) => send();
  release();
  await settle();
  assert.equal(site.losers(), "B strike");
});

test("deals behind one that is taken back are one earlier", async () => {
  const { time, outbox } = await evening();
  await outbox.add(deal(outbox, "B", { slot: 4 }), time.now + 5000);
  await outbox.add(deal(outbox, "C", { slot: 5 }));
  await outbox.takeBack(outbox.linesOf(GAME)[0].id);
  assert.deepEqual(outbox.linesOf(GAME).map((one) => one.line.slot), [4]);
});

test("what has not left can be changed and stays in its place; what may have left cannot", async () => {
  const { site, time, outbox } = await evening();
  await outbox.add(deal(outbox, "B"), time.now + 5000);
  await outbox.add(deal(outbox, "C"));
  const [one] = outbox.linesOf(GAME);
  assert.equal(await outbox.change(one.id, { entry: { kind: "deal", loser: "D", bench: [] } }), true);
  await time.pass(5000);
  assert.equal(site.losers(), "D C");
  assert.equal(await outbox.change(one.id, { entry: { kind: "deal", loser: "E", bench: [] } }), false);
});

test("a line that stands is not sent before its time, and no later one of its table overtakes it", async () => {
  const { site, time, outbox } = await evening();
  await outbox.add(deal(outbox, "B"), time.now + 5000);
  await play(outbox, "C");
  await outbox.add(deal(outbox, "E", { game: 18 }));
  await settle();
  assert.equal(site.losers(), "");
  assert.equal(site.losers(18), "E");
  await time.pass(4900);
  assert.equal(site.losers(), "");
  await time.pass(200);
  assert.equal(site.losers(), "B C");
});

test("a line that stood when the page was closed is sent by the next one", async () => {
  const { site, time, phone, outbox } = await evening();
  await outbox.add(deal(outbox, "B"), time.now + 5000);
  phone.kill();
  await time.pass(60_000);
  await (await phone.open()).send();
  await settle();
  assert.equal(site.losers(), "B");
});

test("counters are gap-free for each table, and never given twice by two tabs", async () => {
  const { site, phone, outbox } = await evening();
  const other = await phone.open();
  await play(outbox, "F");
  await Promise.all("ABCDEF".split("").map((loser, at) => (at % 2 ? outbox : other).add(deal(outbox, loser, { game: at < 4 ? GAME : 18 }))));
  await settle();
  await Promise.all([outbox.send(), other.send()]);
  await settle();
  assert.deepEqual(Object.values(site.counters).map((each) => each.slice().sort()), [[1, 2, 3, 4, 5], [1, 2]]);
});

test("two tabs show the same, and one that sends keeps the other from sending", async () => {
  const { site, phone, outbox } = await evening();
  const other = await phone.open();
  let release;
  phone.onTheWay = (send) => new Promise((resolve) => { release = () => resolve(send()); });
  await play(outbox, "B");
  void other.send();
  await settle();
  assert.equal(states(other), "B sending");
  release();
  await settle();
  assert.equal(states(other), "B named");
  assert.equal(site.requests.length, 1);
});

test("a tab that died while sending holds up the others for seconds only", async () => {
  const { site, time, phone, outbox } = await evening();
  phone.onTheWay = () => new Promise(() => undefined);
  await play(outbox, "B");
  phone.kill();
  phone.onTheWay = (send) => send();
  const other = await phone.open();
  void other.send();
  await settle();
  assert.equal(site.losers(), "");
  await time.pass(6000);
  assert.equal(site.losers(), "B");
});

test("220 lines drain in three requests, one after the other, of a hundred at most", async () => {
  const { site, phone, outbox } = await evening();
  phone.online = false;
  for (let at = 0; at < 220; at += 1) await outbox.add(deal(outbox, "ABCDEF"[at % 6]));
  phone.online = true;
  await outbox.send();
  const batches = site.requests.map((body) => body.lines.length).filter(Boolean);
  assert.deepEqual(batches, [100, 100, 20]);
  assert.equal(site.requests.find((body) => body.lines.length).waiting[GAME], 120);
  assert.equal(site.ids().length, 220);
});

test("a hundred lines of a game that the site does not know hold up no line of another", async () => {
  const { site, phone, time, outbox } = await evening();
  phone.online = false;
  for (let at = 0; at < 100; at += 1) await outbox.add(deal(outbox, "A", { game: 99 }));
  for (const loser of "BD") await outbox.add(deal(outbox, loser));
  site.unknown = [99];
  phone.online = true;
  await outbox.send();
  await time.pass(120_000);
  assert.equal(site.losers(), "B D");
  assert.ok(outbox.linesOf(99).every((one) => one.state !== "named"));
  site.unknown = [];
  await time.pass(120_000);
  assert.equal(site.ids(99).length, 100);
});

test("a site restored from an older copy is sent what it lacks, from three phones, each line once", async () => {
  const site = new Site(), time = new Time();
  const phones = [0, 1, 2].map(() => new Phone(site, time));
  const outboxes = [];
  for (const phone of phones) outboxes.push(await phone.open());
  const before = site.copy();
  for (let at = 0; at < 20; at += 1) {
    const outbox = outboxes[at % 3];
    await outbox.add(deal(outbox, "ABCDEF"[at % 6]));
    await outbox.send();
    await settle();
  }
  const ids = site.ids().sort();
  assert.equal(ids.length, 20);
  site.restore(before);
  assert.equal(site.ids().length, 0);
  await time.pass(5 * 60_000);
  assert.deepEqual(site.ids().sort(), ids);
  for (const outbox of outboxes) {
    assert.equal(outbox.known(GAME).log.length, 20);
    assert.ok(outbox.all().every((one) => one.state === "named"));
  }
});

test("a site that never takes back what it lacks is not asked without a pause", async () => {
  const { site, time, outbox } = await evening();
  await play(outbox, "ABC");
  site.contiguous = () => 0;
  await time.pass(10 * 60_000);
  assert.ok(site.requests.length < 40, `${site.requests.length} requests`);
});

test("a log that does not join on to what the phone knows is asked for whole", async () => {
  const { site, time, phone, outbox } = await evening();
  await play(outbox, "AB");
  const whole = site.game.bind(site);
  site.game = (game, body) => Object.assign(whole(game, body), { position: 9, head: "x", from: 9, lines: [{ position: 9, id: "nine", entry: {} }] });
  await outbox.send();
  site.game = whole;
  await outbox.send();
  await time.pass(1000);
  assert.equal(outbox.known(GAME).log.length, 2);
  assert.equal(outbox.known(GAME).position, 2);
  phone.kill();
});

test("lines of other phones come with the answer and are kept over a reload", async () => {
  const { site, time, phone, outbox } = await evening();
  const other = await new Phone(site, time).open();
  await play(other, "AB");
  await outbox.send();
  assert.deepEqual(outbox.known(GAME).log.map((line) => line.entry.loser), ["A", "B"]);
  phone.kill();
  phone.online = false;
  assert.equal((await phone.open()).known(GAME).position, 2);
});

test("an earlier line that reads differently now is shown so", async () => {
  const { site, outbox } = await evening();
  await play(outbox, "AB");
  const whole = site.game.bind(site);
  site.game = (game, body) => Object.assign(whole(game, body), { rewritten: { 1: "<li>struck" } });
  await play(outbox, "C");
  assert.deepEqual(outbox.known(GAME).log.map((line) => line.html), ["<li>struck", undefined, undefined]);
});

test("a phone of seventy tables asks for a few of them at a time, and in turn for each", async () => {
  const { site, phone, outbox } = await evening();
  phone.online = false;
  for (let game = 1; game <= 70; game += 1) await outbox.add(deal(outbox, "A", { game }));
  phone.online = true;
  await outbox.send();
  assert.ok(outbox.all().every((one) => one.state === "named"));
  const before = site.requests.length;
  for (let turn = 0; turn < 7; turn += 1) await outbox.send();
  const asked = site.requests.slice(before).map((body) => Object.keys(body.games));
  assert.ok(asked.every((games) => games.length <= 11), `${asked.map((games) => games.length)}`);
  assert.equal(new Set([].concat(...asked)).size, 70);
});

test("the site's word on a line is kept: its status, its sentence, how it was settled", async () => {
  const { site, time, outbox } = await evening();
  const line = deal(outbox, "B");
  site.named[line.id] = { id: line.id, status: "conflict", position: null, code: "slot_taken", sentence: "Deal 1 is there already." };
  await outbox.add(line);
  await settle();
  assert.deepEqual(outbox.linesOf(GAME)[0].answer, { status: "conflict", position: null, code: "slot_taken", sentence: "Deal 1 is there already." });
  site.settled[GAME] = [{ id: line.id, verdict: "leave", sentence: "Not counted." }];
  await time.pass(70_000);
  assert.deepEqual(outbox.linesOf(GAME)[0].settled, { verdict: "leave", sentence: "Not counted." });
});

test("named lines stay until the event is closed, and what is not named stays even then", async () => {
  const { site, time, phone, outbox } = await evening();
  await play(outbox, "AB");
  await time.pass(3_600_000);
  assert.equal(outbox.linesOf(GAME).length, 2);
  site.closed = true;
  phone.onTheWay = (send) => {
    const said = JSON.parse(send().text);
    return { status: 200, redirected: false, text: JSON.stringify(Object.assign(said, { lines: [] })) };
  };
  await play(outbox, "C");
  assert.equal(outbox.linesOf(GAME).length, 3);
  phone.onTheWay = (send) => send();
  await outbox.send();
  await settle();
  assert.equal(outbox.all().length, 0);
});

test("a site that knows more of this device than it does itself makes it another device, and no counter is used twice", async () => {
  const { site, outbox } = await evening();
  const device = outbox.device;
  site.counters[`${device} ${GAME}`] = [1, 2, 3];
  await outbox.send();
  await settle();
  assert.notEqual(outbox.device, device);
  assert.ok(outbox.lost > 0);
  await play(outbox, "B");
  const [one] = outbox.linesOf(GAME);
  assert.deepEqual([one.line.device, one.line.counter, one.state], [outbox.device, 1, "named"]);
  await outbox.heedLoss();
  assert.equal(outbox.lost, 0);
});

test("a browser that emptied the store is noticed", async () => {
  const { phone, outbox } = await evening();
  assert.equal(outbox.lost, 0);
  await outbox.send();
  phone.kill();
  phone.database += " emptied";
  assert.ok((await phone.open()).lost > 0);
});

test("the last contact is remembered over a reload, and a tap says how long ago it was", async () => {
  const { time, phone, outbox } = await evening();
  await outbox.send();
  phone.online = false;
  const site = outbox.contact().site;
  await time.pass(12 * 60_000);
  phone.kill();
  const again = await phone.open();
  assert.deepEqual(again.contact(), { site, age: 12 * 60_000 });
  assert.equal(again.clock().contact, site);
  assert.equal(again.clock().since, 12 * 60_000);
});

test("a page that is an old copy teaches the phone nothing old", async () => {
  const { outbox } = await evening();
  const page = { game: GAME, position: 2, head: "h2", epoch: 1, pen: "mine", holder: "Eva", phase: "playing", now: "2026-11-21T19:00:00.000Z",
    lines: [{ position: 1, id: "a", entry: {} }, { position: 2, id: "b", entry: {} }] };
  await outbox.meet(page);
  await outbox.meet(Object.assign({}, page, { position: 1, head: "h1", lines: page.lines.slice(0, 1) }));
  assert.equal(outbox.known(GAME).position === 1, false);
});

test("the same id twice is one line, as when a thumb taps twice", async () => {
  const { site, outbox } = await evening();
  const line = deal(outbox, "B");
  await Promise.all([outbox.add(line), outbox.add(line)]);
  await settle();
  assert.equal(outbox.linesOf(GAME).length, 1);
  assert.equal(site.losers(), "B");
});

test("what one phone carries for another keeps its device, counter and person, and counts once when that phone is back", async () => {
  const { site, phone, outbox } = await evening();
  const other = await new Phone(site, new Time()).open();
  phone.online = false;
  await play(outbox, "BD");
  const carried = await outbox.carryOut();
  assert.deepEqual(carried.map((line) => [line.device, line.counter, line.by]), [[outbox.device, 1, "account:7"], [outbox.device, 2, "account:7"]]);
  await other.carryIn(carried);
  await settle();
  assert.equal(site.losers(), "B D");
  phone.online = true;
  await outbox.send();
  assert.equal(site.losers(), "B D");
  assert.equal(states(outbox), "B named, D named");
  assert.equal(await outbox.takeBack(carried[0].id), "unknown");
});

test("a table page is heard about once a minute; a page without lines that nobody needs asks no more", async () => {
  const { site, time, phone } = await evening();
  const [before] = [site.requests.length];
  await phone.tabs[0].outbox.send();
  await time.pass(10 * 60_000);
  const beats = site.requests.length - before;
  assert.ok(beats >= 9 && beats <= 12, `${beats}`);
  phone.kill();
  const page = await phone.open({ page: "page" });
  await page.send();
  const after = site.requests.length;
  await time.pass(10 * 60_000);
  assert.equal(site.requests.length, after);
});
