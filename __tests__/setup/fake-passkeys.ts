type Outcome = 'made' | 'cancelled' | 'already there';

const bufferOf = (value: string) => new TextEncoder().encode(value).buffer;

/** The passkeys of a browser, which jsdom does not have. Returns what the page asks the browser for. */
export function fakePasskeys(outcome: () => Outcome = () => 'made') {
  const asked: unknown[] = [];
  const credential = {
    id: 'aWQ',
    rawId: bufferOf('id'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bufferOf('client'),
      attestationObject: bufferOf('attestation'),
      getTransports: () => ['internal'],
      authenticatorData: bufferOf('data'),
      signature: bufferOf('signature'),
      userHandle: bufferOf('handle'),
    },
  };
  const answer = (options: { publicKey?: unknown }) => {
    asked.push(options.publicKey);
    const kind = outcome();
    if (kind === 'made') return Promise.resolve(credential);
    const name = kind === 'cancelled' ? 'NotAllowedError' : 'InvalidStateError';
    return Promise.reject(Object.assign(new Error('As browsers say it.'), { name }));
  };
  Object.defineProperty(window, 'PublicKeyCredential', { value: () => undefined, configurable: true });
  Object.defineProperty(navigator, 'credentials', {
    value: { create: answer, get: answer },
    configurable: true,
  });
  return asked;
}

afterEach(() => {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});
