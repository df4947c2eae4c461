import { useRouter } from 'next/router';
import type { NProgress } from 'nprogress';
import { useEffect } from 'react';
import { PROGRESS_TEMPLATE } from '@/lib/browser/inline-scripts';

/** How long the bar stays after the new page has loaded, so that a fast change is visible. */
const stopDelayMs = 500;

let loading: Promise<NProgress | undefined> | undefined;

/** Loads the bar's code, again if it did not arrive. Without its code there is no bar. */
function loadBar(): Promise<NProgress | undefined> {
  loading ??= import('nprogress')
    .then(({ default: bar }) =>
      bar.configure({ showSpinner: false, template: PROGRESS_TEMPLATE, barSelector: '.bar' }),
    )
    .catch(() => (loading = undefined));
  return loading;
}

const change = (method: 'start' | 'done') => loadBar().then((bar) => bar?.[method]());

/** Shows the progress bar while the router changes pages. Its code is loaded with the first move or key of the visitor. */
export function useRouteProgress(): void {
  const { events } = useRouter();

  useEffect(() => {
    let stopTimer: ReturnType<typeof setTimeout> | undefined;

    function start(_url: string, { shallow }: { shallow: boolean }) {
      if (shallow) return;
      clearTimeout(stopTimer);
      void change('start');
    }
    function stop() {
      clearTimeout(stopTimer);
      stopTimer = setTimeout(() => void change('done'), stopDelayMs);
    }

    const prepare = () => void loadBar();
    const onlyOnce = { once: true } as const;

    document.addEventListener('pointerover', prepare, onlyOnce);
    document.addEventListener('keydown', prepare, onlyOnce);
    events.on('routeChangeStart', start);
    events.on('routeChangeComplete', stop);
    events.on('routeChangeError', stop);
    return () => {
      clearTimeout(stopTimer);
      document.removeEventListener('pointerover', prepare);
      document.removeEventListener('keydown', prepare);
      events.off('routeChangeStart', start);
      events.off('routeChangeComplete', stop);
      events.off('routeChangeError', stop);
    };
  }, [events]);
}
