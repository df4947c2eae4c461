import { REACTION_KINDS, type ReactionKind } from '@/lib/contract/plain/reaction-kind';
import { tabStorage } from '@/lib/browser/tab-storage';

const key = 'intendedReaction';
/** Long enough to sign in, short enough that nobody is surprised by it. */
const lifeMs = 10 * 60 * 1000;

export type IntendedReaction = { kind: ReactionKind; productId: string; name: string };

/** Keeps what a visitor pressed for this tab, also across a sign-in that leaves the site and comes back. */
export function rememberIntendedReaction(reaction: IntendedReaction): void {
  const { kind, productId, name } = reaction;
  tabStorage.write(key, [Date.now() + lifeMs, kind, productId, name].join(' '));
}

export function forgetIntendedReaction(): void {
  tabStorage.write(key, null);
}

/** What is to be carried out now that the visitor is signed in, once; undefined when nothing is, or it is too old. */
export function takeIntendedReaction(): IntendedReaction | undefined {
  const written = /^(\d+) (\w+) (\d+) (.+)$/s.exec(tabStorage.read(key) ?? '');
  forgetIntendedReaction();
  if (!written) return undefined;
  const [, expiresAtMs, writtenKind, productId = '', name = ''] = written;
  const kind = REACTION_KINDS.find((known) => known === writtenKind);
  return kind && Date.now() < Number(expiresAtMs) ? { kind, productId, name } : undefined;
}
