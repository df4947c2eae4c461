import { claimableHost } from '@/server/web/shared-hosts';

it.each([
  ['https://github.com/ada/figgle', /^github\.com hosts code of many people, so/],
  ['https://www.npmjs.com/package/figgle', /hosts packages/],
  ['https://apps.apple.com/app/id1', /is a store/],
  ['https://sites.google.com/view/figgle', /hosts pages/],
  ['https://www.notion.so/figgle', /hosts pages/],
  ['https://medium.com/@ada', /hosts pages/],
  ['https://en-gb.facebook.com/figgle', /is a network/],
  ['https://storage.googleapis.com/figgle/index.html', /hosts pages/],
  ['https://raw.githubusercontent.com/ada/figgle/main/index.html', /hosts code/],
  ['https://sites.google.com./view/figgle', /hosts pages/],
  ['https://WWW.GitHub.com../ada/figgle', /hosts code/],
  ['https://github.io/', /isn't a domain that somebody can own/],
  ['https://co.uk/', /isn't a domain/],
  ['https://93.184.215.14/', /isn't a domain/],
])('lets no member claim %s', (url, problem) => {
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

it.each([
  'https://ada.notion.site/',
  'https://ada.itch.io/',
  'https://ada.medium.com/',
  'https://notion.dev/',
])('lets somebody claim %s, which is no page of a host of many people', (url) => {
  expect(claimableHost(url)).not.toHaveProperty('problem');
});
