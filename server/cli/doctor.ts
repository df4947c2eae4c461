import { loadServingEnv } from '@/server/config/env';
import { ConfigError } from '@/server/base/errors';
import { type Check, CHECKS } from './doctor-checks';
import type { Finding } from './doctor-probe';
import { asCalled, explain, printable, runProgram, UsageError } from './run-program';

const USAGE = `Usage: npm run doctor

Checks the configuration, the data folder, the database, the clock and every configured service, and prints a line for
each: what is well, what may become a problem, and what is broken, with the next step. Changes nothing that is stored.
Run it as the user that runs the site. Exits with 1 if something is broken.`;

const LABELS = { ok: 'ok     ', warning: 'warning', error: 'error  ' };

await runProgram(async () => {
  if (process.argv.length > 2) throw new UsageError(USAGE);
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
});

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
