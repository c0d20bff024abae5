// SPDX-License-Identifier: MIT
// ajv, to compare with verdict.c and schema.c; run in a folder where it is installed:
//   node peer_ajv.mjs SCHEMAS.jsonl DATA.jsonl ROUNDS   text to verdict, by compiled schemas
//   node peer_ajv.mjs SCHEMA.json ROUNDS                text to a function that validates
// Prints how many were accepted or compiled, a tab, and the CPU seconds of the rounds alone, after a
// quarter as many rounds for warming up.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const Ajv = createRequire(process.cwd() + '/')('ajv/dist/2020').default;
const options = { strict: false, validateFormats: false, logger: false };
const linesOf = (path) => readFileSync(path, 'utf8').trimEnd().split('\n');
const compile = (text) => new Ajv(options).compile(JSON.parse(text));

function repeat(rounds, round) {
  for (let i = 0; i < Math.ceil(rounds / 4); i++) round();
  const before = process.cpuUsage();
  let accepted = 0;
  for (let i = 0; i < rounds; i++) accepted += round();
  const { user, system } = process.cpuUsage(before);
  console.log(`${accepted}\t${(user + system) / 1e6}`);
}

if (process.argv.length === 4) {
  const text = readFileSync(process.argv[2], 'utf8');
  repeat(Number(process.argv[3]), () => Number(typeof compile(text) === 'function'));
} else {
  const judges = linesOf(process.argv[2]).map(compile);
  const documents = linesOf(process.argv[3]);
  repeat(Number(process.argv[4]), () => {
    let accepted = 0;
    for (let i = 0; i < documents.length; i++) accepted += judges[i](JSON.parse(documents[i]));
    return accepted;
  });
}
