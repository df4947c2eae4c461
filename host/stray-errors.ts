import type { Logger } from 'pino';

/**
 * Logs errors that nothing caught, because Node.js would print their messages.
 *
 * An exception ends the process, as in Node.js, unless another part of it listens for exceptions, as Next.js does.
 */
export function logUncaughtErrors(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'Nothing caught an error.');
    if (process.listenerCount('uncaughtException') === 1) process.exit(1);
  });
  process.on('unhandledRejection', (reason) => {
    logger.error({ err: reason }, 'Nothing caught the rejection of a promise.');
  });
}

/** Sends what other code prints about errors to the log. Next.js prints them with their messages. */
export function logConsole(logger: Logger): void {
  console.error = (...words: unknown[]) => {
    const error = words.find((word) => word instanceof Error);
    logger.error(error && { err: error }, 'The rendering of a page reported an error.');
  };
  console.warn = (...words: unknown[]) => {
    const error = words.find((word) => word instanceof Error);
    logger.warn(error && { err: error }, 'The rendering of a page reported a warning.');
  };
}
