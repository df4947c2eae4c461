import { claimableHost } from '@/server/web/claimable-host';

it.each([
  ['https://github.com/ada/figgle', /^github\.com hosts many products/],
  ['https://www.npmjs.com/package/figgle', /hosts many products/],
  ['https://apps.apple.com/app/id1', /hosts many products/],
  ['https://github.io/', /isn't a domain that somebody can own/],
  ['https://co.uk/', /isn't a domain/],
  ['https://93.184.215.14/', /isn't a domain/],
])('lets nobody claim %s', (url, problem) => {
  expect(claimableHost(url)).toMatchObject({ problem: expect.stringMatching(problem) });
});

it('takes the host of a user on a shared domain for its own, and asks the DNS of a registered domain', () => {
  expect(claimableHost('https://ada.github.io/figgle')).toEqual({
    ...{ host: 'ada.github.io', names: ['ada.github.io'], isFrontPage: false },
  });
  expect(claimableHost('https://app.figgle.co.uk/')).toEqual({
    ...{ host: 'app.figgle.co.uk', names: ['app.figgle.co.uk', 'figgle.co.uk'], isFrontPage: true },
  });
});
