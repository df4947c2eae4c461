/*
 * Replaces https://apis.google.com/js/api.js: the part of gapi.iframes that Firebase's SDK and the frame of the double
 * call. The page of the SDK loads it as the parent and the frame as the child; each has one peer.
 */
(() => {
  const ours = 'gapi-double';
  const onload = new URL(document.currentScript.src).searchParams.get('onload');

  function openChannel(findPeer) {
    const handlers = new Map();
    const early = [];
    const waiting = new Map();
    let count = 0;
    const post = (message) => findPeer()?.postMessage({ ours, ...message }, '*');

    async function receive(message) {
      const { id, name, data, isReply } = message;
      if (isReply) {
        // Ignored: errors in the SDK's own callback.
        await Promise.resolve(data)
          .then(waiting.get(id))
          .catch(() => undefined);
        waiting.delete(id);
      } else if (handlers.has(name)) {
        post({ isReply: true, id, data: [await handlers.get(name)(data)] });
      } else {
        early.push(message);
      }
    }

    window.addEventListener('message', ({ source, data }) => {
      if (data?.ours === ours && source === findPeer()) void receive(data);
    });
    handlers.set('ping', () => 'pong');

    return {
      restyle: () => Promise.resolve([{}]),
      register(name, handle) {
        handlers.set(name, handle);
        for (const message of early.splice(0)) void receive(message);
      },
      send(name, data, onReply = () => undefined) {
        count += 1;
        waiting.set(count, onReply);
        post({ id: count, name, data });
        return Promise.resolve();
      },
      /** Repeats the request until the frame, which may still be loading, answers. */
      ping(onReply) {
        return new Promise((resolve) => {
          const again = setInterval(() => this.send('ping', null, answered), 50);
          const answered = () => {
            clearInterval(again);
            onReply?.([]);
            resolve([]);
          };
        });
      },
    };
  }

  let parent;
  const context = {
    open({ url, where, attributes = {} }, onOpen) {
      const frame = document.createElement('iframe');
      frame.src = url;
      Object.assign(frame.style, attributes.style);
      where.appendChild(frame);
      return Promise.resolve(onOpen(openChannel(() => frame.contentWindow)));
    },
    getParentIframe() {
      parent ??= openChannel(() => window.parent);
      return parent;
    },
  };

  window.gapi = {
    load: (_, done) => setTimeout(done.callback ?? done, 0),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: () => true, getContext: () => context },
  };
  setTimeout(() => (onload ? window[onload]() : window.gapi_onload?.()), 0);
})();
