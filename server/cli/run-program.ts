import { existsSync } from 'node:fs';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { ApiError, OwnerError } from '@/server/base/errors';
import { describeError } from '@/server/base/log';

/** The command line asks for something that the program does not do. */
export class UsageError extends OwnerError {
  override readonly name = 'UsageError';
  /** @param usage how to call the program. */
  constructor(usage: string, problem?: string) {
    super(problem === undefined ? usage : `${problem}\n\n${usage}`);
  }
}

/** @param read parses the command line of a tool of the project. @throws UsageError when it throws, as for an unknown option. */
export function readCommandLine<T>(usage: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(usage, error instanceof Error ? error.message : String(error));
  }
}

/** Control characters but line breaks and tabs, and characters that change the direction of text. */
const UNPRINTABLE = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Shows what would control the terminal as its code: `\u{1b}`. Texts of files and members are printed, and a terminal
 * would obey them.
 */
export const printable = (text: string) =>
  text.replace(UNPRINTABLE, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);

/** How the commands are called in the folder of a site, where the package is installed, instead of in the project. */
const PACKAGE_WORDS = [
  [
    /npm run (import|admin|backup|restore|doctor|newsletter|reindex|server|config|log)(?:( \[)-- | --(?= ))?/g,
    'listgrove $1$2',
  ],
  [/run npm run demo instead/g, 'run listgrove init first'],
] as const;

/** Whether the process runs in the folder of the project, whose commands npm runs, and not in that of a site. */
export const isInProject = () => existsSync('host/listgrove.ts');

/** A text with the commands as the person at the terminal calls them. */
export function asCalled(text: string): string {
  if (isInProject()) return text;
  return PACKAGE_WORDS.reduce((words, [pattern, replacement]) => words.replace(pattern, replacement), text);
}

/**
 * What the person at the terminal reads about an error: its message if they can act on it, else what may be logged of
 * it, because the output of a server is a log, too.
 */
export function explain(error: unknown): string {
  if (error instanceof OwnerError) return printable(asCalled(error.message));
  if (error instanceof ApiError) return printable(asCalled(error.english));
  const description = inspect(describeError(error), { depth: null });
  return `Something went wrong. This describes it, without the values that were in use:\n${description}`;
}

/**
 * Runs the program of a terminal command. What it writes can be read by its user alone: the data folder holds email
 * addresses and keys.
 *
 * Exits with the code that the program returns, 0 without one. Exits with 2 after a {@link UsageError} and with 1
 * after any other error.
 */
export async function runProgram(program: () => Promise<number | undefined>): Promise<void> {
  process.umask(0o077);
  try {
    process.exitCode = (await program()) ?? 0;
  } catch (error) {
    // Not console.error, which the pages lead to the log without its words once they are open.
    process.stderr.write(`${explain(error)}\n`);
    // Exits at once: after a failed start, open connections and timers would keep the process alive.
    process.exit(error instanceof UsageError ? 2 : 1);
  }
}

/**
 * Lets the heap grow to twice of what is in use before it is collected, instead of four times: a list of 100,000 entries
 * then takes 450 MB instead of 700, of which 230 are in use at most.
 */
export const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=100');

/** The exit code of a program that Ctrl+C has ended, as shells know it. */
const INTERRUPTED = 130;

/** Runs work that leaves something behind, and removes that at its end, and at Ctrl+C or SIGTERM. */
export async function withCleanup<T>(clean: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const stop = () => {
    const end = () => process.exit(INTERRUPTED);
    void clean().then(end, end);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work();
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await clean();
  }
}

const SHOWN_EVERY_MS = 200;

/** Shows on a terminal what a longer work is doing, in one line that goes when it ends. */
export async function showWork<T>(describe: () => string, work: () => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work();
  const clear = '\r\u001B[2K';
  const show = setInterval(() => process.stderr.write(clear + describe()), SHOWN_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(show);
    process.stderr.write(clear);
  }
}
