import { act, renderHook } from '@testing-library/react';
import { useAttempt } from '@/hooks/use-attempt';
import { ApiFailure } from '@/lib/api/http';

it('tells of a failure until the next attempt starts, and does not hide a bug', async () => {
  const { result } = renderHook(() => useAttempt());
  const failure = new ApiFailure('conflict', 'Too late.');
  await act(async () => expect(await result.current.attempt(() => Promise.reject(failure))).toBe(false));
  expect(result.current).toMatchObject({ isUnderWay: false, failure });

  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<void>((_, reject) => (fail = reject));
  let outcome = Promise.resolve();
  act(() => {
    outcome = expect(result.current.attempt(() => work)).rejects.toThrow(TypeError);
  });
  expect(result.current.isUnderWay).toBe(true);
  expect(result.current.failure).toBeUndefined();
  await act(async () => {
    fail(new TypeError('x is undefined'));
    await outcome;
  });
  expect(result.current).toMatchObject({ isUnderWay: false });

  await act(async () => expect(await result.current.attempt(() => Promise.resolve())).toBe(true));
  expect(result.current.isUnderWay).toBe(false);
});
