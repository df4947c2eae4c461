import { jest } from '@jest/globals';

// Two busy cores are sometimes too slow for one step. What passes only the second time is listed as flaky.
if (process.env.TEST_RETRIES)
  jest.retryTimes(Number(process.env.TEST_RETRIES), { logErrorsBeforeRetry: true });
