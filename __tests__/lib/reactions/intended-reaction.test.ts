import {
  forgetIntendedReaction,
  rememberIntendedReaction,
  takeIntendedReaction,
} from '@/lib/browser/intended-action';

const upvote = { kind: 'upvote', productId: '12', name: 'Two words\nand "signs"' } as const;

beforeEach(() => window.sessionStorage.clear());

it('is taken once', () => {
  rememberIntendedReaction(upvote);
  expect(takeIntendedReaction()).toEqual(upvote);
  expect(takeIntendedReaction()).toBeUndefined();
});

it('is the latest one, and none once it is forgotten', () => {
  rememberIntendedReaction(upvote);
  rememberIntendedReaction({ ...upvote, kind: 'bookmark' });
  expect(takeIntendedReaction()).toEqual({ ...upvote, kind: 'bookmark' });

  rememberIntendedReaction(upvote);
  forgetIntendedReaction();
  expect(takeIntendedReaction()).toBeUndefined();
});

it('lives for ten minutes', () => {
  const now = jest.spyOn(Date, 'now');
  try {
    for (const [agoMs, isThere] of [
      [10 * 60_000 - 1, true],
      [10 * 60_000, false],
    ] as const) {
      now.mockReturnValue(1_000_000);
      rememberIntendedReaction(upvote);
      now.mockReturnValue(1_000_000 + agoMs);
      expect(takeIntendedReaction()).toEqual(isThere ? upvote : undefined);
    }
  } finally {
    now.mockRestore();
  }
});

it.each(['', 'x', '{}', '9999999999999 vote 1 Zed', '9999999999999 upvote x Zed', '9999999999999 upvote 1 '])(
  'is nothing when %j is found in its place',
  (text) => {
    window.sessionStorage.setItem('intendedReaction', text);
    expect(takeIntendedReaction()).toBeUndefined();
  },
);
