import { type ProviderId, popupMessage } from '@/lib/contract/sign-in';
import { type PopupExchange, PopupFailure, popupReplaced } from './popup-exchange';
import { t } from '@/lib/texts/texts';

/** The secrets of one popup. The challenge is the hash of the verifier (PKCE). */
type PopupSecrets = { verifier: string; challenge: string; state: string };

const sizePx = { width: 500, height: 600 };
/** How long a message that the popup posted just before it was closed still counts. */
const closedGraceMs = 8_000;
const pollMs = 250;

/** The popup of the product server at `url`: of the local identity provider, or of a provider without Firebase. */
export function createServerPopup({ url }: { url: string }): PopupExchange {
  let prepared: PopupSecrets | undefined;
  let current = new AbortController();

  async function prepare(): Promise<void> {
    prepared ??= await createSecrets();
  }

  function takePrepared(): PopupSecrets | undefined {
    const secrets = prepared;
    prepared = undefined;
    return secrets;
  }

  return {
    warmUp: prepare,
    async signIn(provider) {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      // With prepared secrets, the popup opens during the click. Browsers block a popup that opens later.
      const secrets = takePrepared() ?? (await createSecrets());
      if (signal.aborted) throw popupReplaced();
      const popup = window.open(popupURL(url, provider, secrets), '_blank', popupFeatures());
      void prepare();
      if (!popup) {
        throw new PopupFailure(
          'blocked',
          t(
            'signIn.popupNotOpened',
            'Unable to establish a connection with the popup. It may have been blocked by the browser.',
          ),
        );
      }
      const code = await waitForCode(popup, { origin: new URL(url).origin, state: secrets.state, signal });
      return { provider, idToken: secrets.verifier, accessToken: code };
    },
    cancel: () => current.abort(),
  };
}

/** Resolves to the code that the popup posts. Ignores messages from other windows, origins and sign-ins. */
async function waitForCode(
  popup: Window,
  { origin, state, signal }: { origin: string; state: string; signal: AbortSignal },
): Promise<string> {
  const done = new AbortController();
  try {
    return await new Promise<string>((resolve, reject) => {
      const receive = (event: MessageEvent<unknown>) => {
        if (event.source !== popup || event.origin !== origin) return;
        const message = popupMessage.safeParse(event.data);
        if (!message.success || message.data.state !== state) return;
        const { code, failure } = message.data;
        if (code) resolve(code);
        else reject(new PopupFailure('refused', failure ?? ''));
      };
      window.addEventListener('message', receive, { signal: done.signal });
      signal.addEventListener('abort', () => reject(popupReplaced()), { signal: done.signal });
      whenClosed(popup, done.signal, () =>
        reject(
          new PopupFailure(
            'closed',
            t('signIn.popupClosed', 'The popup has been closed by the user before finalizing the operation.'),
          ),
        ),
      );
    });
  } finally {
    done.abort();
    popup.close();
  }
}

/** Calls back when the popup has been closed for the grace period. */
function whenClosed(popup: Window, signal: AbortSignal, onClosed: () => void): void {
  let timer = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    timer = setTimeout(onClosed, closedGraceMs);
  }, pollMs);
  signal.addEventListener('abort', () => clearInterval(timer));
}

function popupURL(url: string, provider: ProviderId, { challenge, state }: PopupSecrets): string {
  const { origin } = window.location;
  const query = new URLSearchParams({ provider, state, code_challenge: challenge, origin });
  return `${url}?${query.toString()}`;
}

function popupFeatures(): string {
  const { width, height } = sizePx;
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

async function createSecrets(): Promise<PopupSecrets> {
  const verifier = randomSecret();
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(hash)), state: randomSecret() };
}

/** 256 bits. */
const randomSecret = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
