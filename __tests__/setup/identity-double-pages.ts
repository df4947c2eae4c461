import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type SocialProviderId, PROVIDER_NAMES } from '@/lib/contract/sign-in';
import type { Person } from './identity-person';

/** The functions of the double that run after the user chooses an account. */
type Double = {
  popup: (provider: SocialProviderId, person: Person) => Promise<{ idToken: string; providerToken: string }>;
  agree: (redirectUrl: string, person: Person) => { code: string; state: string; callback: string };
};

type BrowserRequest = { url: URL; body: string };
type BrowserResponse = {
  status: number;
  type: 'application/json' | 'text/html' | 'text/javascript';
  body: string;
};

const gapi = readFileSync(new URL('./gapi-double.js', import.meta.url), 'utf8');

/**
 * Answers a browser: the popup, the frame and the calls of Firebase's SDK, and the consent pages of a redirect sign-in.
 *
 * A test routes all requests to the auth domain, Firebase's API and apis.google.com here, with unchanged paths.
 */
export async function answerBrowser(
  double: Double,
  people: readonly Person[],
  { url, body }: BrowserRequest,
): Promise<BrowserResponse | undefined> {
  const { pathname, searchParams } = url;
  if (pathname === '/js/api.js') return { status: 200, type: 'text/javascript', body: gapi };
  if (pathname === '/__/auth/handler') return page(popupPage(people, searchParams));
  if (pathname === '/__/auth/iframe') return page(framePage);
  if (pathname === '/v1/projects') return json({ authorizedDomains: ['localhost'] });
  if (pathname.endsWith('/v1/accounts:signInWithIdp')) return signInWithIdp(double, people, body);
  if (pathname.endsWith('/v1/accounts:lookup')) return lookUp(people, body);
  if (pathname === '/google/authorize' || pathname === '/github/login/oauth/authorize') {
    return page(consentPage(double, people, url));
  }
  return undefined;
}

const page = (body: string): BrowserResponse => ({
  status: 200,
  type: 'text/html',
  body: `<!doctype html>${body}`,
});
const json = (body: unknown): BrowserResponse => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(body),
});

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const label = ({ name, email }: Person) => escape(`${name} <${email}>`);

/** Sends the chosen account to the frame of the opener, as the popup of Firebase does. */
function popupPage(people: readonly Person[], query: URLSearchParams): string {
  const buttons = people.map((person, index) => `<p><button value="${index}">${label(person)}</button>`);
  return `<title>Sign in</title><h1>${escape(query.get('providerId') ?? '')}</h1>${buttons.join('')}
    <script>
      const query = new URLSearchParams(location.search);
      const isOurs = (frame) => {
        try {
          const other = new URLSearchParams(frame.location.search);
          return other.get('apiKey') === query.get('apiKey') && other.get('appName') === query.get('appName');
        } catch { return false; }
      };
      document.addEventListener('click', ({ target }) => {
        const urlResponse = location.origin + location.pathname + '?' + new URLSearchParams({
          providerId: query.get('providerId'), person: target.value });
        const authEvent = { type: query.get('authType'), eventId: query.get('eventId'), urlResponse,
          sessionId: 'double', postBody: '', tenantId: null, error: null };
        for (let index = 0; index < opener.frames.length; index += 1) {
          const frame = opener.frames[index];
          if (isOurs(frame)) frame.postMessage({ eventType: 'sendAuthEvent', authEvent }, location.origin);
        }
      });
    </script>`;
}

const framePage = `<script>
    window.gapi_onload = () => gapi.load('gapi.iframes', () => {
      const parent = gapi.iframes.getContext().getParentIframe();
      parent.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }));
      parent.send('authEvent', { type: 'authEvent',
        authEvent: { type: 'unknown', error: { code: 'auth/no-auth-event' } } });
      addEventListener('message', ({ origin, data }) => {
        if (origin !== location.origin || data.eventType !== 'sendAuthEvent') return;
        parent.send('authEvent', { type: 'authEvent', authEvent: data.authEvent });
      });
    });
  </script><script src="https://apis.google.com/js/api.js"></script>`;

function consentPage(double: Pick<Double, 'agree'>, people: readonly Person[], url: URL): string {
  const links = people.map((person) => {
    const { callback, code, state } = double.agree(url.href, person);
    const back = `${callback}?${new URLSearchParams({ code, state }).toString()}`;
    return `<p><a href="${escape(back)}">${label(person)}</a>`;
  });
  return `<title>Sign in</title><h1>${url.pathname.startsWith('/google') ? 'Google' : 'Github'}</h1>${links.join('')}`;
}

const providerOf = (id: string | null): SocialProviderId => (id === 'github.com' ? id : 'google.com');
const idpRequest = z.object({ requestUri: z.string() });

async function signInWithIdp(
  double: Pick<Double, 'popup'>,
  people: readonly Person[],
  body: string,
): Promise<BrowserResponse> {
  const query = new URL(idpRequest.parse(JSON.parse(body)).requestUri).searchParams;
  const provider = providerOf(query.get('providerId'));
  const person = people[Number(query.get('person'))];
  if (!person) throw new Error('No account was chosen');
  const { idToken, providerToken } = await double.popup(provider, person);
  return json({
    providerId: provider,
    email: person.email,
    emailVerified: provider === 'google.com',
    displayName: person.name,
    localId: localId(provider, person),
    federatedId: person.ids[provider],
    oauthAccessToken: providerToken,
    idToken,
    refreshToken: 'double',
    expiresIn: '3600',
    rawUserInfo: JSON.stringify({ id: person.ids[provider], provider: PROVIDER_NAMES[provider] }),
  });
}

/** Returns the user id at Firebase, equal to `sub` in `claimsOf` of the double. */
const localId = (provider: SocialProviderId, person: Person) =>
  createHash('sha256')
    .update(provider + person.ids[provider])
    .digest('base64url')
    .slice(0, 28);

const lookUpRequest = z.object({ idToken: z.string() });
const subject = z.object({ sub: z.string() });

function lookUp(people: readonly Person[], body: string): BrowserResponse {
  const payload = lookUpRequest.parse(JSON.parse(body)).idToken.split('.')[1] ?? '';
  const { sub } = subject.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const providers: readonly SocialProviderId[] = ['google.com', 'github.com'];
  const users = providers.flatMap((provider) =>
    people
      .filter((person) => localId(provider, person) === sub)
      .map((person) => ({
        localId: sub,
        email: person.email,
        displayName: person.name,
        emailVerified: provider === 'google.com',
        providerUserInfo: [
          {
            providerId: provider,
            rawId: person.ids[provider],
            email: person.email,
            displayName: person.name,
          },
        ],
      })),
  );
  return json({ users });
}
