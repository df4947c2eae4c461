/** Loaded into a process with --expose-gc: answers each message with the memory that is left after a collection. */
process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
process.channel?.unref();
