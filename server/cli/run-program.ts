import { inspect } from 'node:util';
import { ApiError, OwnerError } from '@/server/errors';

/** The command line asks for something that the program does not do. */
export class UsageError extends OwnerError {
  override readonly name = 'UsageError';
  /** @param usage how to call the program. */
  constructor(usage: string, problem?: string) {
    super(problem === undefined ? usage : `${problem}\n\n${usage}`);
  }
}

/** @param read parses the command line. @throws UsageError when it throws, as for an unknown option. */
export function readCommandLine<T>(usage: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(usage, error instanceof Error ? error.message : String(error));
  }
}

/** What the person at the terminal reads about an error: its message if they can act on it, else its stack trace. */
export function explain(error: unknown): string {
  if (error instanceof OwnerError || error instanceof ApiError) return error.message;
  return inspect(error);
}

/**
 * Runs the program of a terminal command.
 *
 * Exits with the code that the program returns, 0 without one. Exits with 2 after a {@link UsageError} and with 1
 * after any other error.
 */
export async function runProgram(program: () => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await program()) ?? 0;
  } catch (error) {
    console.error(explain(error));
    // Exits at once: after a failed start, open connections and timers would keep the process alive.
    process.exit(error instanceof UsageError ? 2 : 1);
  }
}
