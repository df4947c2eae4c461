# One build serves any site: what it shows is configuration, read at start. See docs/operations.md.
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No package needs its install script to build or to serve the site.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm run assemble -- /opt/listgrove

FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /opt/listgrove /opt/listgrove
RUN ln -s /opt/listgrove/dist/listgrove.js /usr/local/bin/listgrove \
    && chmod 755 /opt/listgrove/dist/listgrove.js \
    && useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin listgrove \
    && install --directory --owner listgrove --group listgrove --mode 700 /data
USER listgrove
# The folder of the site: site.json, .env if there is one, ./data and ./backups.
WORKDIR /data
VOLUME /data
# The last variable makes the C library return freed memory to the system, as with `npm start`.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data/data MALLOC_TRIM_THRESHOLD_=4194304
EXPOSE 3000
# The site finishes its requests after SIGTERM: within 28 s, unless DRAIN_NOTICE_MS is changed.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["listgrove"]
CMD ["start"]
