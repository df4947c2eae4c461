// A part of the process that listens for exceptions, as Next.js does, and one that throws one.
process.on('uncaughtException', () => undefined);
process.on('SIGUSR2', () => {
  throw new Error('Thrown by a test.');
});

// Ends the threads, among them that of the embedded database.
const threads = new Set();
process.on('worker', (thread) => threads.add(thread));
process.on('SIGURG', () => {
  for (const thread of threads) void thread.terminate();
});
