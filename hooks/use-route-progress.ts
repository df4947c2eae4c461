import { useRouter } from 'next/router';
import { useEffect } from 'react';

/** How long the bar stays after the new page has loaded, so that a fast change is visible. */
const stopDelayMs = 500;

/** The library's own template has `role="bar"`, which is not a valid role. */
const template = '<div class="bar"><div class="peg"></div></div>';

/** Shows the progress bar while the router changes pages. */
export function useRouteProgress(): void {
  const { events } = useRouter();

  useEffect(() => {
    const loading = import('nprogress').then(({ default: bar }) =>
      bar.configure({ showSpinner: false, template, barSelector: '.bar' }),
    );
    let stopTimer: ReturnType<typeof setTimeout> | undefined;

    function start(_url: string, { shallow }: { shallow: boolean }) {
      if (shallow) return;
      clearTimeout(stopTimer);
      void loading.then((bar) => bar.start());
    }
    function stop() {
      clearTimeout(stopTimer);
      stopTimer = setTimeout(() => void loading.then((bar) => bar.done()), stopDelayMs);
    }

    events.on('routeChangeStart', start);
    events.on('routeChangeComplete', stop);
    events.on('routeChangeError', stop);
    return () => {
      clearTimeout(stopTimer);
      events.off('routeChangeStart', start);
      events.off('routeChangeComplete', stop);
      events.off('routeChangeError', stop);
    };
  }, [events]);
}
