// A part of the process that listens for exceptions, as Next.js does, and one that throws one.
process.on('uncaughtException', () => undefined);
process.on('SIGUSR2', () => {
  throw new Error('Thrown by a test.');
});
