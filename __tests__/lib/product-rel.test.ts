const before = process.env.NEXT_PUBLIC_SITE_FOLLOW;
afterEach(() => {
  if (before === undefined) delete process.env.NEXT_PUBLIC_SITE_FOLLOW;
  else process.env.NEXT_PUBLIC_SITE_FOLLOW = before;
});

/** The variable is read when the module is loaded. */
function load(follow: string) {
  process.env.NEXT_PUBLIC_SITE_FOLLOW = follow;
  jest.resetModules();
  return import('@/lib/product-rel');
}

const upvoted = (rankingUpvoteCount: number) => ({
  standing: { place: 1, productCount: 9, rankingUpvoteCount },
});
const followed = 'noopener ugc';
const notFollowed = 'noopener nofollow ugc';

it.each([
  ['', [notFollowed, notFollowed, followed]],
  ['upvoted', [notFollowed, notFollowed, followed]],
  ['always', [followed, followed, followed]],
  ['never', [notFollowed, notFollowed, notFollowed]],
])('with "%s", lets engines follow as configured: not ranked, 4 and 5 upvotes', async (follow, expected) => {
  const { productRel } = await load(follow);
  expect([{}, upvoted(4), upvoted(5)].map(productRel)).toEqual(expected);
});

it('refuses another rule and names the variable', async () => {
  await expect(load('sometimes')).rejects.toThrow(
    'NEXT_PUBLIC_SITE_FOLLOW must be one of upvoted, always, never',
  );
});
