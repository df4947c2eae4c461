import { t } from '@/lib/texts/texts';

/*
 * The script of the notice on a page that a browser has kept, served as /offline.js. Links load the next page as a whole,
 * so that the notice and the old page go together.
 */

addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isOnThisPage = link?.pathname === location.pathname && link.hash !== '';
    if (link?.origin === location.origin && !isOnThisPage) event.stopImmediatePropagation();
  },
  true,
);

document.querySelector('.offline-notice button')?.addEventListener('click', () => location.reload());

addEventListener('online', () => {
  const notice = document.querySelector('.offline-notice');
  const [cause, action] = [notice?.querySelector('strong'), notice?.querySelector('button')];
  if (cause) cause.textContent = t('offline.backOnline', "You're back online.");
  if (action)
    action.textContent = t('offline.reload', 'Reload' /* a button, when the browser is online again */);
});
