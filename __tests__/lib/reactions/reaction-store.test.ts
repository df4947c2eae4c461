import { ReactionStore, type ReactionChange, type SendOutcome } from '@/lib/reactions/reaction-store';

const product = { id: '7', name: 'Zed' };
const bookmark: ReactionChange = { kind: 'bookmark', product, isSet: true };

it('undoes a change that a fault of the code keeps from being sent, reports the fault, and sends the next change', async () => {
  const replies: (() => Promise<SendOutcome>)[] = [
    () => Promise.reject(new TypeError('a fault of the code')),
    () => Promise.resolve({}),
  ];
  const refused: string[] = [];
  let settle: () => void = () => undefined;
  const store = new ReactionStore({
    send: () => replies.shift()?.() ?? Promise.reject(new Error('one request too many')),
    isOffline: () => false,
    persist: (unsent) => unsent.length === 0 && settle(),
    onRefused: (_change, { message }) => refused.push(message),
    onQueued: () => undefined,
    onRetried: () => undefined,
    onCounted: () => undefined,
  });
  const change = () =>
    new Promise<void>((resolve) => {
      settle = resolve;
      store.set(bookmark);
    });
  const reported = new Promise<unknown>((resolve) =>
    window.addEventListener('error', (event) => {
      event.preventDefault();
      resolve(event.error);
    }),
  );

  await change();
  expect(store.views().get(product.id)).toMatchObject({ isBookmarked: false });
  expect(refused).toEqual(['Something went wrong. Please try again.']);
  await expect(reported).resolves.toMatchObject({ message: 'a fault of the code' });

  await change();
  expect(store.views().get(product.id)).toMatchObject({ isBookmarked: true });
  expect(replies).toEqual([]);
});
