import { localSignInMessage, type ProviderId } from '@/lib/contract/sign-in';
import { type PopupExchange, PopupFailure, popupReplaced } from './popup-exchange';

type Proof = { verifier: string; challenge: string; state: string };

const sizePx = { width: 500, height: 600 };
/** A popup that was closed may have spoken just before: its message still counts for so long. */
const closedGraceMs = 8_000;
const pollMs = 250;

/** The popup of the local identity provider, whose page is at `url`. */
export function createLocalExchange({ url }: { url: string }): PopupExchange {
  let prepared: Proof | undefined;
  let current = new AbortController();

  async function prepare(): Promise<void> {
    prepared ??= await makeProof();
  }

  function takeProof(): Proof | undefined {
    const proof = prepared;
    prepared = undefined;
    return proof;
  }

  return {
    warmUp: prepare,
    async signIn(provider) {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      // Warm, there is nothing to wait for: browsers open a popup in the click itself, or not at all.
      const proof = takeProof() ?? (await makeProof());
      if (signal.aborted) throw popupReplaced();
      const popup = window.open(popupAddress(url, provider, proof), '_blank', popupFeatures());
      void prepare();
      if (!popup) {
        throw new PopupFailure(
          'blocked',
          'Unable to establish a connection with the popup. It may have been blocked by the browser.',
        );
      }
      const code = await codeOf(popup, { origin: new URL(url).origin, state: proof.state, signal });
      return { provider, idToken: proof.verifier, accessToken: code };
    },
    cancel: () => current.abort(),
  };
}

/** Waits for the code that the popup posts. Another window, origin or attempt is not listened to. */
async function codeOf(
  popup: Window,
  { origin, state, signal }: { origin: string; state: string; signal: AbortSignal },
): Promise<string> {
  const over = new AbortController();
  try {
    return await new Promise<string>((resolve, reject) => {
      const hear = (event: MessageEvent<unknown>) => {
        if (event.source !== popup || event.origin !== origin) return;
        const message = localSignInMessage.safeParse(event.data);
        if (message.success && message.data.state === state) resolve(message.data.code);
      };
      window.addEventListener('message', hear, { signal: over.signal });
      signal.addEventListener('abort', () => reject(popupReplaced()), { signal: over.signal });
      afterClosing(popup, over.signal, () =>
        reject(
          new PopupFailure(
            'closed',
            'The popup has been closed by the user before finalizing the operation.',
          ),
        ),
      );
    });
  } finally {
    over.abort();
    popup.close();
  }
}

function afterClosing(popup: Window, signal: AbortSignal, then: () => void): void {
  let timer = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    timer = setTimeout(then, closedGraceMs);
  }, pollMs);
  signal.addEventListener('abort', () => clearInterval(timer));
}

function popupAddress(url: string, provider: ProviderId, { challenge, state }: Proof): string {
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

async function makeProof(): Promise<Proof> {
  const verifier = randomText();
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(hash)), state: randomText() };
}

/** 256 bits. */
const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
