// SPDX-License-Identifier: MIT
// `node peer_lisp.js WORKLOAD WARM_SECONDS SECONDS`: the PTC-Lisp workloads as one would write
// them in JavaScript. Prints the CPU seconds of one round, a tab, and its result.
"use strict";

const [workload, warm, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
let state = 42;

function random(bound) {
  state = (state * 16807) % 2147483647;
  return state % bound;
}

function makeOrders(count) {
  const states = ["open", "paid", "shipped", "void"];
  const orders = [];
  for (let id = 0; id < count; id++) {
    orders.push({
      id, customer: "c" + random(500), status: states[random(4)], region: "r" + random(8),
      total: random(50000) / 100, items: random(9) + 1,
    });
  }
  return orders;
}

function makeLines(count) {
  const levels = ["INFO", "WARN", "ERROR", "DEBUG"];
  const lines = [];
  for (let i = 0; i < count; i++) {
    const start = `2026-01-17T10:22:${i % 60} ${levels[random(4)]} svc-${random(20)}`;
    lines.push(`${start} user=${random(1000)} path=/api/v1/item/${random(10000)} ms=${random(5000)}`);
  }
  return lines;
}

function scan(lines) {
  return lines.reduce((sum, line) => {
    const parts = line.split(/ /);
    const ms = Number(/ms=(\d+)/.exec(line)[1]);
    const renamed = line.replaceAll("svc-", "service:");
    const joined = parts.join(",").toUpperCase();
    return sum + ms + renamed.length + joined.length + (parts[1] === "ERROR" ? 1 : 0);
  }, 0);
}

const source = `
const big = orders.filter((o) => o.status === "paid").filter((o) => o.total > 100);
const total = big.map((o) => o.total).reduce((a, b) => a + b, 0);
return {
  count: big.length, total, average: big.length > 0 ? total / big.length : 0,
  top: big.slice().sort((a, b) => a.total - b.total).reverse().slice(0, 3),
  ids: big.map((o) => ({ id: o.id, cents: 100 * o.total })),
};`;

function summarise(orders) {
  const groups = new Map();
  for (const order of orders) {
    if (!groups.has(order.region)) groups.set(order.region, []);
    groups.get(order.region).push(order);
  }
  const sums = new Map();
  for (const [region, rows] of groups)
    sums.set(region, { n: rows.length, sum: rows.map((o) => o.total).reduce((a, b) => a + b, 0) });
  const counts = new Map();
  for (const order of orders) counts.set(order.status, (counts.get(order.status) || 0) + 1);
  const top = orders.slice().sort((a, b) => a.total - b.total).reverse().slice(0, 10);
  return sums.get("r0").n + counts.get("paid") + top.reduce((a, o) => a + o.id, 0);
}

const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));

function count(rounds) {
  let a = 0;
  for (let i = 0; i < rounds; i++) a = (a + i * 3) % 1000003;
  return a;
}

function visits() {
  const users = {};
  for (let i = 0; i < 1000; i++) users["u" + i] = { visits: 0, name: "u" };
  for (let i = 0; i < 1000000; i++) users["u" + ((i * 7919) % 1000)].visits++;
  return users.u7.visits;
}

function grow() {
  const list = [];
  for (let i = 0; i < 1000000; i++) list.push(i);
  return list.length;
}

function operation() {
  let version = 0; // a new text each time, which no cache knows
  const compile = () => new Function("orders", `${source}//${version++}`);
  const few = workload === "W1" || workload === "W2" ? makeOrders(100) : [];
  switch (workload) {
    case "W1": return () => compile()(few).count;
    case "W2": { const run = compile(); return () => run(few).count; }
    case "W3": { const many = makeOrders(100000); return () => summarise(many); }
    case "W4": { const lines = makeLines(10000); return () => scan(lines); }
    case "W5a": return () => count(10000000);
    case "W5b": return () => fib(30);
    case "W6a": return visits;
    case "W6b": return grow;
    default: process.exit(3);
  }
}

const once = operation();
const now = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
let result = once();
let start = now();
while (now() - start < warm) once();
let rounds = 0;
start = now();
let end;
do {
  result = once();
  rounds++;
  end = now();
} while (end - start < seconds);
console.log(`${((end - start) / rounds).toFixed(9)}\t${result}`);
