import { showToast } from '@/lib/browser/toasts';

type Upvoted = { id: string; name: string };

/** For five seconds after a member has taken an upvote back, a toast offers to give it again. */
export class UndoOffers {
  readonly #open = new Map<string, AbortController>();

  offer({ id, name }: Upvoted, undo: () => void): void {
    this.withdraw(id);
    const offer = new AbortController();
    this.#open.set(id, offer);
    const action = { label: 'Undo', name: `Undo, upvote ${name} again`, run: undo };
    // Without the code of toasts, a second press of the button does the same.
    showToast('info', 'Upvote removed', { action, signal: offer.signal }).catch(() => undefined);
  }

  /** The upvote is there again, or still. */
  withdraw(id: string): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  /** The next member of this tab must not give the upvotes of the last one. */
  withdrawAll(): void {
    for (const id of [...this.#open.keys()]) this.withdraw(id);
  }
}
