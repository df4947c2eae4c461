import { screen } from '@testing-library/react';
import NewsletterPage, { getServerSideProps } from '@/pages/newsletter';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { loadPageAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

async function open(path: string) {
  const { result, status } = await loadPageAt(getServerSideProps, path);
  if (!('props' in result)) throw new Error('The page has no props.');
  return { status, ...renderScreen(<NewsletterPage {...await result.props} />) };
}
const headline = () => screen.getByRole('heading', { level: 1 }).textContent;
const formActions = () => [...document.forms].map((form) => form.getAttribute('action'));

it.each([
  ['?state=sent', 'Check your email', /^Almost there! .* It works for 48 hours\. /],
  [
    '?state=confirmed',
    "You're subscribed",
    "You'll get the next issue. Every email has an unsubscribe link.",
  ],
  ['?state=unchosen', 'Nothing was saved', /^Choose 1 to 20 tags, or all\. /],
  ['?state=chosen', 'Your choice is saved', /^The next issue follows it\./],
  ['?state=unsubscribed', "You're unsubscribed", /^You won't get any more emails from us\./],
  ['?error=bad_request', "That email didn't work", 'Check it for typos and try again.'],
  ['?error=rate_limited', 'Too many attempts', /^There were too many attempts from your connection\./],
  ['?error=internal', "That didn't work", "This one's on us. Try again in a minute."],
])('says at %s: %s', async (query, title, sentence) => {
  const { head } = await open(`/newsletter${query}`);
  expect(headline()).toBe(title);
  expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(head()).toContain('<meta name="robots" content="noindex">');
});

it('asks for a click before it confirms, and for none once that is done', async () => {
  const asked: string[] = [];
  let confirmed = false;
  fakeApi({
    'GET /newsletter/confirm': (path) => {
      asked.push(path);
      return ok({ email: 'ada@example.com', confirmed });
    },
  });
  const { unmount } = await open('/newsletter?token=a-token');
  expect(headline()).toBe('One more step');
  expect(screen.getByText('ada@example.com')).toBeInTheDocument();
  expect(formActions()).toEqual(['/api/newsletter/confirm']);
  unmount();
  confirmed = true;
  await open('/newsletter?token=a-token');
  expect(headline()).toBe("You're subscribed");
  expect(asked).toEqual(['/newsletter/confirm?token=a-token', '/newsletter/confirm?token=a-token']);
});

it('shows what a subscriber gets, and how to unsubscribe', async () => {
  const asked: string[] = [];
  fakeApi({
    'GET /newsletter/preferences': (path) => {
      asked.push(path);
      return ok({ email: 'ada@example.com', tags: [{ slug: 'ci', name: 'CI', isChosen: true }] });
    },
  });
  const { unmount } = await open('/newsletter?preferences=a-token');
  expect(headline()).toBe('Choose what you get');
  expect(screen.getByRole('checkbox', { name: 'CI' })).toBeChecked();
  expect(formActions()).toEqual(['/api/newsletter/preferences', '/api/newsletter/unsubscribe']);
  expect(asked).toEqual(['/newsletter/preferences?token=a-token']);
  unmount();
  await open('/newsletter?unsubscribe=a-token');
  expect(headline()).toBe('Unsubscribe from the newsletter?');
  expect(formActions()).toEqual(['/api/newsletter/unsubscribe']);
});

it.each([
  ['?token=x', 'GET /newsletter/confirm', 410, 'gone', 410, 'This link has expired'],
  ['?token=x', 'GET /newsletter/confirm', 404, 'not_found', 404, "We don't recognize this link"],
  ['?preferences=x', 'GET /newsletter/preferences', 400, 'bad_request', 404, "We don't recognize this link"],
  ['?preferences=x', 'GET /newsletter/preferences', 410, 'gone', 200, "You're unsubscribed"],
  ['?token=x', 'GET /newsletter/confirm', 503, 'unavailable', 503, "We'll be right back"],
])(
  'answers %s, which %s refuses with %i %s, with %i: %s',
  async (query, call, refused, code, answered, title) => {
    fakeApi({ [call]: () => refuse(refused, code, 'No.') });
    const { status } = await open(`/newsletter${query}`);
    expect(headline()).toBe(title);
    expect(status).toBe(answered);
  },
);
