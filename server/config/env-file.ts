import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { editCost, editsMax } from '@/server/text/edit-distance';
import { ConfigError } from '@/server/base/errors';
import { readEnv, readServingEnv, type ServerEnv, VARIABLE_NAMES } from './env';

/** A variable of a file, as it was written. */
export type FileVariable = { name: string; value: string; file: string; line: number };

const ASSIGNMENT = /^\s*(?:export\s+)?([\w.-]+)\s*=[^\S\n]*/;
const QUOTED = /^(?:'(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`)/;

/**
 * Reads a file like `.env`. Quoted values are read by dotenv. What stands without quotes holds as it stands: dotenv,
 * Node.js and Next.js take everything behind a `#` for a comment, and systemd and Docker do not, so a `#` behind a space
 * is refused, and any other is a part of the value.
 *
 * @throws ConfigError naming the line of what is no variable, or may be read in two ways.
 */
export function readEnvText(text: string, file: string): FileVariable[] {
  const variables = new Map<string, FileVariable>();
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (/^\s*(?:#|$)/.test(line)) continue;
    const fail = (sentence: string): never => {
      throw new ConfigError(`${file}, line ${index + 1}: ${sentence}`);
    };
    const [start, name] = ASSIGNMENT.exec(line) ?? [];
    if (start === undefined || name === undefined) {
      return fail('this is no variable. Write NAME=value, or # before a comment.');
    }
    const rest = lines.slice(index).join('\n').slice(start.length);
    const quoted = /^['"`]/.test(rest) ? (QUOTED.exec(rest)?.[0] ?? '') : undefined;
    const value = quoted === undefined ? line.slice(start.length).trim() : (parse(`V=${quoted}`).V ?? '');
    if (quoted === '')
      fail(`the value of ${name} begins with a quote that has no end. Add the second quote.`);
    if (quoted === undefined && /(?:^|\s)#\s|\s#/.test(value)) {
      fail(
        `${name} has a # behind a space. Write ${name}="…" if it is a part of the value, or put the comment on a line of its own.`,
      );
    }
    if (/^[“”„«‘’].*[“”»‘’]$/.test(value) && quoted === undefined) {
      fail(
        `${name} has typographic quotes, which would be shown. Write straight ones, as in ${name}="…", or none.`,
      );
    }
    if (quoted !== undefined && !/^\s*(?:#.*)?(?:\n|$)/.test(rest.slice(quoted.length))) {
      fail(
        `text follows the second quote of ${name}. Put the whole value in quotes of another kind: ' or \`.`,
      );
    }
    const former = variables.get(name);
    if (former && ![value, ''].includes(former.value) && value !== '') {
      fail(`${name} has another value on line ${former.line}. Keep one of the two.`);
    }
    if (!former?.value) variables.set(name, { name, value, file, line: index + 1 });
    index += (quoted?.match(/\n/g) ?? []).length;
  }
  return [...variables.values()];
}

/** @throws ConfigError as {@link readEnvText}, and when the file cannot be read. */
export function readEnvFile(file: string): FileVariable[] {
  if (!existsSync(file)) return [];
  return readEnvText(textOf(file), file);
}

function textOf(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new ConfigError(`${file} can't be read. Give its user the right to read it: chmod u+r ${file}`);
  }
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new ConfigError(`${file} is not UTF-8. Save the file in that encoding.`);
  return bytes.toString('utf8');
}

const comparable = (name: string) =>
  name
    .toUpperCase()
    .replaceAll(/[.-]/g, '_')
    .replace(/^NEXT_PUBLIC_/, '');

/** The known name that an unknown one was probably meant to be. */
export function findMeant(
  name: string,
  known: readonly string[],
  mistakesMax = Infinity,
): string | undefined {
  const typed = comparable(name);
  const mistakes = Math.min(editsMax(typed), mistakesMax);
  const costs = known.map((each) => {
    const word = comparable(each);
    return { name: each, cost: typed === word ? 0 : editCost(typed, word, mistakes).whole };
  });
  const [best] = costs.toSorted((a, b) => a.cost - b.cost);
  return best && Number.isFinite(best.cost) ? best.name : undefined;
}

/** The environment has variables of other programs as well, whose names are like ours by chance: DATABASE_SSL, for example. */
const FOREIGN = { charsMax: 7, mistakesMax: 1 } as const;

/**
 * @param environment names that are set outside of the files.
 * @throws ConfigError for a name that is probably a known one with a mistake.
 */
export function requireKnownNames(
  variables: readonly FileVariable[],
  environment: readonly string[],
  known: readonly string[],
): void {
  const isKnown = new Set(known);
  const places = [
    ...variables.map(({ name, file, line }) => ({
      name,
      place: `${file}, line ${line}`,
      mistakesMax: undefined,
    })),
    ...environment
      .filter((name) => name.length > FOREIGN.charsMax && /^[A-Z\d_]+$/.test(name))
      .map((name) => ({ name, place: 'The environment', mistakesMax: FOREIGN.mistakesMax })),
  ];
  for (const { name, place, mistakesMax } of places) {
    const meant = isKnown.has(name) ? undefined : findMeant(name, known, mistakesMax);
    if (meant !== undefined)
      throw new ConfigError(`${place}: ${name} is no variable of the site. Write ${meant}, or remove it.`);
  }
}

const ENV_FILES = ['.env.local', '.env'];

/** What Next.js sets once it has read such files itself, and otherwise reads them by another parser, and two files more. */
const NEXT_HAS_READ = '__NEXT_PROCESSED_ENV';

/**
 * Adds the variables of `.env.local` and `.env` that the environment of this process does not set.
 *
 * @returns what was taken from the files.
 * @throws ConfigError naming the line of a mistake, or a name that is almost one of the site's.
 */
export function loadEnvFiles(): readonly FileVariable[] {
  const environment = Object.keys(process.env);
  const written = ENV_FILES.flatMap(readEnvFile);
  requireKnownNames(written, environment, VARIABLE_NAMES);
  const taken = written.filter(
    ({ name }, index) =>
      !environment.includes(name) && written.findIndex((other) => other.name === name) === index,
  );
  for (const { name, value } of taken) process.env[name] = value;
  process.env[NEXT_HAS_READ] = 'true';
  return taken;
}

/** The configuration of a terminal command. @throws ConfigError as {@link loadEnvFiles} and {@link readEnv}. */
export function loadEnv(): ServerEnv {
  loadEnvFiles();
  return readEnv(process.env);
}

/** @throws ConfigError as {@link readServingEnv}. */
export function loadServingEnv(): ServerEnv {
  loadEnvFiles();
  return readServingEnv(process.env);
}

/** The variables that this process was started with, those of the files included. */
export const givenVariables = (): Readonly<Record<string, string | undefined>> => process.env;
