/** Wakes jobs of this process, so that new work does not wait for the next interval. */
export class JobWaker {
  readonly #woken = new Set<string>();
  readonly #waiting = new Map<string, () => void>();

  wake(job: string): void {
    this.#woken.add(job);
    this.#waiting.get(job)?.();
  }

  /** Resolves when the job is woken or has been woken since the last wait, after `ms`, or when the signal is aborted. */
  async wait(job: string, ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#woken.has(job) && !signal.aborted) {
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
    this.#woken.delete(job);
  }
}
