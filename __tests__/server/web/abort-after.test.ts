import { getEventListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { abortAfter } from '@/server/web/fetch-limits';

setFlagsFromString('--expose-gc');

/** What happens to a signal that only its listeners know, as those of a request. */
function hear(signal: AbortSignal, heard: string[]) {
  signal.addEventListener('abort', () => heard.push(String(Reflect.get(Object(signal.reason), 'name'))));
}

it('aborts after its time, also when garbage is collected before', async () => {
  const heard: string[] = [];
  for (let count = 0; count < 20; count += 1) hear(abortAfter(100, new AbortController().signal), heard);
  await setTimeout(20);
  runInNewContext('gc(); gc();');
  await setTimeout(300);

  expect(heard).toEqual(new Array(20).fill('TimeoutError'));
});

it('aborts with the other signal, and is deaf to it after its time', async () => {
  const [stopping, late] = [new AbortController(), new AbortController()];
  const signal = abortAfter(60_000, stopping.signal);
  stopping.abort(new Error('The site stops.'));
  const after = abortAfter(1, late.signal);
  await setTimeout(50);
  late.abort(new Error('Too late.'));

  expect(signal.reason).toEqual(new Error('The site stops.'));
  expect(abortAfter(60_000, stopping.signal).aborted).toBe(true);
  expect(after.reason).toMatchObject({ name: 'TimeoutError' });
});

it('lets many requests follow one signal without a warning, and leaves no listener behind', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const stopping = new AbortController();
  for (let count = 0; count < 30; count += 1) abortAfter(1, stopping.signal);
  await setTimeout(50);
  process.off('warning', note);

  expect(warnings).toEqual([]);
  expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
});
