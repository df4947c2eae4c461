import { POPUPS } from '@/lib/contract/sign-in';

type Popup = {
  /** The URL that was opened. */
  url: URL;
  features: string;
  isClosed: () => boolean;
  /** Sends the message of the popup's page. Overrides change parts of the message. */
  post: (changes?: { origin?: string; source?: Window; state?: string; code?: string }) => void;
  /** Closes the popup like its user. */
  close: () => void;
};

/** Popups of the local provider, because jsdom has none. Each `window.open` adds one to the list. */
export function fakePopups({ areBlocked = false } = {}): Popup[] {
  const opened: Popup[] = [];
  window.open = (url, _target, features = '') => {
    if (areBlocked) return null;
    const frame = document.body.appendChild(document.createElement('iframe'));
    const { contentWindow: popup } = frame;
    if (!popup) throw new Error('jsdom gave the frame no window');
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    Object.defineProperty(popup, 'closed', { get: () => isClosed });
    Object.defineProperty(popup, 'close', { value: close });
    const address = new URL(url ?? '', window.location.href);
    opened.push({
      url: address,
      features,
      isClosed: () => isClosed,
      close,
      post({ origin = address.origin, source = popup, state, code = 'code' } = {}) {
        const data = {
          type: POPUPS.messageType,
          state: state ?? address.searchParams.get('state'),
          code,
        };
        window.dispatchEvent(new MessageEvent('message', { source, origin, data }));
      },
    });
    return popup;
  };
  return opened;
}
