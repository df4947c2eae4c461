import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { MARKERS } from '../setup/marked-input';

/**
 * Serves the build of the demo on a database that fails on every statement with a marker among its values, with a
 * message that repeats them.
 */
const query: unknown = Reflect.get(pg.Client.prototype, 'query');
Reflect.set(pg.Client.prototype, 'query', function (this: unknown, ...args: unknown[]) {
  const [statement, values, callback] = args;
  const given = JSON.stringify([Reflect.get(Object(statement), 'values'), values]);
  const isMarked = MARKERS.some((marker) => given.includes(marker));
  const failing = ['SELECT ($1::text)::integer', [given], ...(callback === undefined ? [] : [callback])];
  const result: unknown = Reflect.apply(
    query instanceof Function ? query : String,
    this,
    isMarked ? failing : args,
  );
  return result;
});

Object.assign(process.env, { APP_ENV: 'demo', NODE_ENV: 'production' });
process.argv.splice(2, Infinity, 'start');
await import(pathToFileURL(path.resolve('dist/listgrove.js')).href);
