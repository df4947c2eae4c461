// Loaded with --import into the server of a drill: reports the delay of its event loop, in ms.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  const ms = (ns) => ns / 1e6;
  process.on('message', () => {
    const { max } = histogram;
    process.send?.({
      p50Ms: ms(histogram.percentile(50)),
      p99Ms: ms(histogram.percentile(99)),
      maxMs: ms(max),
    });
    histogram.reset();
  });
  process.channel?.unref();
}
