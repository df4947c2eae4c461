import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { PROGRESS_TEMPLATE } from '@/lib/browser/trusted-types';

/** How long the bar stays after the new page has loaded, so that a fast change is visible. */
const stopDelayMs = 500;

/** Shows the progress bar while the router changes pages. */
export function useRouteProgress(): void {
  const { events } = useRouter();

  useEffect(() => {
    const loading = import('nprogress').then(({ default: bar }) =>
      bar.configure({ showSpinner: false, template: PROGRESS_TEMPLATE, barSelector: '.bar' }),
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
