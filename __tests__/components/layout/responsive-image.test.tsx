import { act, fireEvent, render } from '@testing-library/react';
import { ProductMark, ResponsiveImage } from '@/components/layout/images';
import { tileURL } from '@/lib/pages/paths';
import { addressOf } from '../../setup/fake-api';

type TestImageProps = { product: { name: string; imageURL: string }; sizes?: string; isEager?: boolean };

const TestImage = ({ product: { name, imageURL }, sizes = '4rem', isEager }: TestImageProps) => (
  <ResponsiveImage
    src={imageURL}
    fallbackSrc={tileURL(name)}
    sizes={sizes}
    width={320}
    height={200}
    className=""
    isEager={isEager}
  />
);

const product = { name: 'Zed', imageURL: '/images/zed.png' };
const image = () => document.querySelector('img');
const realFetch = globalThis.fetch;

/** Answers each request with the next of these statuses. After the last one, the network is unreachable. */
function answerWith(...statuses: number[]) {
  const asked: string[] = [];
  globalThis.fetch = (input, init) => {
    asked.push(`${init?.method ?? ''} ${addressOf(input)}`);
    const status = statuses.shift();
    return status === undefined
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(null, { status }));
  };
  return asked;
}

async function fail() {
  await act(async () => {
    fireEvent.error(image() ?? document.body);
    await jest.advanceTimersByTimeAsync(0);
  });
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

it('asks with GET while the image is being processed, at growing intervals, and then loads it', async () => {
  const asked = answerWith(423, 423, 423, 200);
  render(<TestImage product={product} />);
  const before = image();

  await fail();
  expect(asked).toEqual(['GET /images/zed.png']);
  expect(image()).toHaveAttribute('src', '/api/tiles/Zed.svg');

  await pass(1_000);
  expect(asked).toHaveLength(2);
  await pass(1_999);
  expect(asked).toHaveLength(2);
  await pass(1);
  expect(asked).toHaveLength(3);
  await pass(4_000);
  expect(asked).toHaveLength(4);

  expect(image()).toHaveAttribute('src', '/images/zed.png');
  expect(image()).not.toBe(before);
});

it.each([404, 410, 500])(
  'shows the generated tile when the image answers %d, and stops asking',
  async (status) => {
    const asked = answerWith(status);
    render(<TestImage product={product} />);

    await fail();
    await pass(600_000);
    expect(image()).toHaveAttribute('src', '/api/tiles/Zed.svg');
    expect(asked).toHaveLength(1);
  },
);

it('stops asking after 16 requests when the image is never ready', async () => {
  const asked = answerWith(...Array.from({ length: 100 }, () => 423));
  render(<TestImage product={product} />);

  await fail();
  await pass(600_000);
  expect(asked).toHaveLength(16);
  expect(image()).toHaveAttribute('src', '/api/tiles/Zed.svg');
});

it('stops after two requests when the file arrives but is not an image', async () => {
  const asked = answerWith(200, 200, 200, 200, 200);
  render(<TestImage product={product} />);

  for (let failure = 0; failure < 5; failure++) await fail();
  expect(asked).toHaveLength(2);
  expect(image()).toHaveAttribute('src', '/api/tiles/Zed.svg');
});

it('loads a failed generated tile again three times, at growing intervals', async () => {
  const asked = answerWith();
  render(<TestImage product={{ name: 'Zed', imageURL: '/api/tiles/Zed.svg' }} />);

  for (const pauseMs of [1_000, 4_000, 16_000]) {
    const failed = image();
    await fail();
    await pass(pauseMs - 1);
    expect(image()).toBe(failed);
    await pass(1);
    expect(image()).not.toBe(failed);
    expect(image()).toHaveAttribute('src', '/api/tiles/Zed.svg');
  }

  const last = image();
  await fail();
  await pass(600_000);
  expect(image()).toBe(last);
  expect(asked).toEqual([]);
});

it('loads a failed tile again that replaces a missing image', async () => {
  answerWith(404);
  render(<TestImage product={product} />);

  await fail();
  const failed = image();
  await fail();
  await pass(1_000);
  expect(image()).not.toBe(failed);
  expect(image()).toHaveAttribute('src', '/api/tiles/Zed.svg');
});

it('stops asking when it is unmounted', async () => {
  const asked = answerWith(423, 423, 423);
  const { unmount } = render(<TestImage product={product} />);

  await fail();
  unmount();
  await pass(60_000);
  expect(asked).toHaveLength(1);
});

it('loads another image after the first one has failed', async () => {
  answerWith(404);
  const { rerender } = render(<TestImage product={product} />);
  await fail();
  expect(image()).toHaveAttribute('src', '/api/tiles/Zed.svg');

  rerender(<TestImage product={{ name: 'Zed', imageURL: '/images/new.png' }} />);
  expect(image()).toHaveAttribute('src', '/images/new.png');
});

it('loads when it comes near the window, or immediately in the first view', () => {
  const { rerender } = render(<TestImage product={product} />);
  expect(image()).toHaveAttribute('loading', 'lazy');
  rerender(<TestImage product={product} isEager />);
  expect(image()).not.toHaveAttribute('loading');
});

it('offers each format of an uploaded image in both sizes, and asks for the original image after a failure', async () => {
  const uploaded = '/api/images/aaaaaaaaaaaaaaaaaaaaaa';
  const asked = answerWith(423, 200);
  render(<TestImage product={{ name: 'Zed', imageURL: uploaded }} sizes="4rem" />);
  const sources = () =>
    [...document.querySelectorAll('source')].map((source) => [source.type, source.srcset, source.sizes]);
  const offered = [
    ['image/avif', `${uploaded}/card.avif 640w, ${uploaded}/page.avif 1280w`, '4rem'],
    ['image/webp', `${uploaded}/card.webp 640w, ${uploaded}/page.webp 1280w`, '4rem'],
  ];
  expect(sources()).toEqual(offered);
  expect(image()).toHaveAttribute('srcset', `${uploaded}/card 640w, ${uploaded}/page 1280w`);

  await fail();
  expect(sources()).toEqual([]);
  expect(image()).toHaveAttribute('src', '/api/tiles/Zed.svg');
  expect(image()).not.toHaveAttribute('srcset');

  await pass(1_000);
  expect(asked).toEqual([`GET ${uploaded}`, `GET ${uploaded}`]);
  expect(sources()).toEqual(offered);
});

it('waits once when the failure of an image is reported twice, as after hydration', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  globalThis.fetch = (_input, init) => {
    signals.push(init?.signal);
    return Promise.resolve(new Response(null, { status: 423 }));
  };
  render(<TestImage product={product} />);
  const failed = image();
  await act(async () => {
    failed?.dispatchEvent(new Event('error'));
    failed?.dispatchEvent(new Event('error'));
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
});

it('shows an empty box while an image without a replacement is processed', async () => {
  answerWith(423, 200);
  render(<ResponsiveImage src="/images/zed.png" sizes="4rem" width={320} height={200} className="" />);

  await fail();
  expect(image()).not.toHaveAttribute('src');
  await pass(1_000);
  expect(image()).toHaveAttribute('src', '/images/zed.png');
});

it.each([
  [undefined, 'lazy'],
  [true, null],
])('loads a mark whose isEager is %s with the attribute loading %s', (isEager, loading) => {
  render(<ProductMark product={product} size="list" isEager={isEager} />);
  expect(image()?.getAttribute('loading')).toBe(loading);
});
