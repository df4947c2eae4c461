/** Wakes a job of this process that would otherwise look for work only some seconds later. */
export class JobWaker {
  readonly #rung = new Set<string>();
  readonly #waiting = new Map<string, () => void>();

  wake(job: string): void {
    this.#rung.add(job);
    this.#waiting.get(job)?.();
  }

  /** Resolves once it rings for the job, or has since the last time; or after so long; or when the signal says so. */
  async wait(job: string, ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung.has(job) && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          this.#waiting.delete(job);
          resolve();
        };
        const timer = setTimeout(wake, ms).unref();
        this.#waiting.set(job, wake);
        signal.addEventListener('abort', wake);
      });
    }
    this.#rung.delete(job);
  }
}
