import { readdirSync, readFileSync } from 'node:fs';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { MissingPart } from '@/components/ui/missing-part';
import { useLazyPart } from '@/hooks/use-lazy-component';

const Part = () => <p>The part</p>;
const notice = /^The form couldn't be loaded/;

function loaderThatFails(times: number) {
  let calls = 0;
  const load = (): Promise<ComponentType> =>
    ++calls > times ? Promise.resolve(Part) : Promise.reject(new Error('Loading chunk failed.'));
  return { load, calls: () => calls };
}

function Screen({ load }: { load: () => Promise<ComponentType> }) {
  const { Component, isMissing, retry } = useLazyPart(load, true);
  return (
    <>
      {Component && <Component />}
      {isMissing && <MissingPart onRetry={retry}>{"The form couldn't be loaded."}</MissingPart>}
    </>
  );
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const settle = () => wait(0);

it('says that a part is missing, and loads it again by itself, twice', async () => {
  const { load, calls } = loaderThatFails(2);
  render(<Screen load={load} />);
  await settle();
  expect(screen.getByRole('alert')).toHaveTextContent(notice);
  await wait(1_000);
  expect(calls()).toBe(2);
  expect(screen.getByRole('alert')).toHaveTextContent(notice);
  await wait(5_000);
  expect(screen.getByText('The part')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('then loads it on request, and when the browser is online again', async () => {
  const { load, calls } = loaderThatFails(4);
  render(<Screen load={load} />);
  await settle();
  for (const pauseMs of [1_000, 5_000, 60_000]) await wait(pauseMs);
  expect(calls()).toBe(3);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await settle();
  expect(calls()).toBe(4);
  expect(screen.getByRole('alert')).toHaveTextContent(notice);
  // Nothing shows when the page has noticed the failure, and waits for the browser.
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.getByText('The part')).toBeInTheDocument();
  });
  expect(calls()).toBe(5);
});

const sources = ['pages', 'components', 'hooks'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [`${folder}/${file}`, readFileSync(`${folder}/${file}`, 'utf8')] as const),
);

it('is used by every part with a bundle of its own, and each says that it is missing', () => {
  const using = (name: string) =>
    sources
      .filter(([, text]) => text.includes(`${name}(`))
      .map(([file]) => file)
      .toSorted();
  const hook = 'hooks/use-lazy-component.ts';
  const uses = sources.flatMap(([file, text]) =>
    file === hook ? [] : [...text.matchAll(/.*useLazyPart\(/g)].map(([use]) => ({ file, use })),
  );
  expect(uses.length).toBeGreaterThan(5);
  const silent = uses.filter(({ use }) => !use.includes('isMissing')).map(({ file }) => file);
  // The bar at the edge of the page speaks for the buttons of the rows.
  expect(silent).toEqual(['components/products/product-buttons.tsx']);
  // What a press opens waits for the next press, and each of these says so, but for the toasts, which would say it.
  expect(using('useLazyComponent').filter((file) => file !== hook)).toEqual([
    'components/layout/app-parts.tsx',
    'components/moderation/queue/queue-controls.tsx',
    'components/products/report-link.tsx',
  ]);
});
