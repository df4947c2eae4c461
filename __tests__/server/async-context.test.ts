import { setTimeout as sleep } from 'node:timers/promises';
import { currentContext, runInContext, currentDeadlineMs, withDeadline } from '@/server/base/async-context';
import { currentRequestId, currentWork, runAfterWork, runWithRequestId } from '@/server/base/log';

it('carries each member through promises and timers, and adds and replaces them for inner work alone', async () => {
  expect(currentContext()).toEqual({});
  await runWithRequestId('outer', () =>
    withDeadline(1_000, async () => {
      const outerDeadlineMs = currentDeadlineMs();
      expect(outerDeadlineMs).toBeGreaterThan(performance.now());
      await runWithRequestId('inner', async () => {
        await sleep(1);
        expect([currentRequestId(), currentDeadlineMs()]).toEqual(['inner', outerDeadlineMs]);
      });
      await withDeadline(9_000, async () => {
        await Promise.resolve();
        expect(currentRequestId()).toBe('outer');
        expect(currentDeadlineMs()).toBeGreaterThan((outerDeadlineMs ?? Infinity) + 1_000);
      });
      expect([currentRequestId(), currentDeadlineMs()]).toEqual(['outer', outerDeadlineMs]);
    }),
  );
  expect(currentContext()).toEqual({});
});

it('keeps works apart that run at the same time, and takes a member away', async () => {
  const seen = await Promise.all(
    ['one', 'two', 'three'].map((requestId, index) =>
      runWithRequestId(requestId, async () => {
        await sleep(3 - index);
        return [requestId, currentRequestId()];
      }),
    ),
  );
  expect(seen).toEqual(['one', 'two', 'three'].map((requestId) => [requestId, requestId]));
  runWithRequestId('one', () => {
    expect(runAfterWork(undefined, currentWork)).toBeUndefined();
    expect(runInContext({}, currentRequestId)).toBe('one');
  });
});
