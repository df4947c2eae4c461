import { REACTION_KINDS, type ReactionKind } from '@/lib/browser/intended-action';
import { browserStorage } from '@/lib/browser/window';

/**
 * The upvotes and bookmarks that the server has not confirmed yet, kept for this browser: the tab may be closed before
 * there is a connection again. They belong to a session, and the sign-out forgets them.
 */

const KEY = 'unsentReactions';
const CHANGES_MAX = 100;

type Change = { kind: ReactionKind; product: { id: string; name: string }; isSet: boolean };

/** Identifies the member without storing the session token: another member must not send these changes. */
const ownerOf = (token: string) => token.slice(-16);

const keyOf = ({ kind, product }: Change) => `${kind} ${product.id}`;

export function readUnsent(token: string): Change[] {
  const [owner, ...lines] = (browserStorage.read(KEY) ?? '').split('\n');
  return owner === ownerOf(token) ? lines.flatMap(parseChange) : [];
}

export const forgetUnsent = () => browserStorage.write(KEY, null);

/** Returns what stores the unsent changes of one tab, and leaves alone those of other tabs. */
export function storeOfTab(token: string): (unsent: readonly Change[]) => void {
  let stored = new Set<string>();
  return (unsent) => {
    const own = new Set(unsent.map(keyOf));
    const others = readUnsent(token).filter(
      (change) => !own.has(keyOf(change)) && !stored.has(keyOf(change)),
    );
    stored = own;
    const lines = [...others, ...unsent].slice(-CHANGES_MAX).map(lineOf);
    browserStorage.write(KEY, lines.length === 0 ? null : [ownerOf(token), ...lines].join('\n'));
  };
}

/** The name of a product has no line break. */
const lineOf = ({ kind, product, isSet }: Change) =>
  [kind, isSet ? 'set' : 'removed', product.id, product.name].join(' ');

/** Empty for a line in another format. */
function parseChange(line: string): Change[] {
  const [, storedKind, state, id = '', name = ''] = /^(\w+) (set|removed) ([\d-]+) (.+)$/.exec(line) ?? [];
  const kind = REACTION_KINDS.find((known) => known === storedKind);
  return kind ? [{ kind, product: { id, name }, isSet: state === 'set' }] : [];
}
