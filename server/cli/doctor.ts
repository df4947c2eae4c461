import { loadServingEnv } from '@/server/config/env-file';
import { ConfigError } from '@/server/base/errors';
import { type Check, CHECKS } from './doctor-checks';
import type { Finding } from './doctor-probe';
import { asCalled, explain, printable } from './run-program';

const LABELS = { ok: 'ok     ', warning: 'warning', error: 'error  ' };

export async function examineSite(): Promise<number> {
  const results = await examine();
  const width = Math.max(...results.map(([name]) => name.length));
  for (const [name, { level, message, nextStep }] of results) {
    const start = `${LABELS[level]}  ${name.padEnd(width)}  `;
    console.log(start + printable(asCalled(message)));
    if (nextStep) console.log(`${' '.repeat(start.length)}${printable(asCalled(nextStep))}`);
  }
  const count = (level: Finding['level']) => results.filter(([, finding]) => finding.level === level).length;
  console.log(`\n${results.length} checks: ${count('warning')} warnings, ${count('error')} errors.`);
  return count('error') > 0 ? 1 : 0;
}

async function examine(): Promise<[string, Finding][]> {
  let env;
  try {
    env = loadServingEnv();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const nextStep =
      'Correct the variable in .env; .env.example describes it. The other checks need a right configuration.';
    return [['configuration', { level: 'error', message: error.message, nextStep }]];
  }
  const configuration: Finding = {
    level: 'ok',
    message: `Right, for ${env.siteURL} (APP_ENV is ${env.appEnv}).`,
  };
  const checks = Object.entries<Check>(CHECKS).map(async ([name, check]): Promise<[string, Finding]> => {
    try {
      return [name, await check(env)];
    } catch (error) {
      const nextStep = 'Do what the message says, and run npm run doctor again.';
      return [name, { level: 'error', message: explain(error), nextStep }];
    }
  });
  return [['configuration', configuration], ...(await Promise.all(checks))];
}
