// SPDX-License-Identifier: MIT
// Verdicts of ajv: standard input has lines {"schema": .., "documents": [TEXT, ..]}, standard output
// gets a line {"verdicts": [BOOL, ..]} or {"error": TEXT} for each. Formats are annotations. Run in a
// folder where ajv is installed.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const require = createRequire(process.cwd() + '/');
const options = { strict: false, validateFormats: false, logger: false };
const drafts = [
  ['2020-12', require('ajv/dist/2020').default],
  ['2019-09', require('ajv/dist/2019').default],
  ['draft-07', require('ajv').default],
];

// Making one takes ten times as long as compiling a schema; those that name parts of themselves have
// their own.
const made = new Map();

function validator(schema, line) {
  const uri = schema?.$schema ?? '2020-12';
  const Ajv = (drafts.find(([name]) => uri.includes(name)) ?? drafts[0])[1];
  if (/"\$(id|anchor|dynamicAnchor|recursiveAnchor)"/.test(line)) return new Ajv(options).compile(schema);
  if (!made.has(Ajv)) made.set(Ajv, new Ajv(options));
  const ajv = made.get(Ajv);
  const accepts = ajv.compile(schema);
  ajv.removeSchema(schema);
  return accepts;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { schema, documents } = JSON.parse(line);
  let answer;
  try {
    const accepts = validator(schema, line);
    answer = { verdicts: documents.map((text) => accepts(JSON.parse(text))) };
  } catch (error) {
    answer = { error: String(error.message) };
  }
  console.log(JSON.stringify(answer));
}
