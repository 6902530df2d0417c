# syntax=docker/dockerfile:1
# The studio as an image: docker build --tag reverie . Settings and what to mount: docs/containers.md.

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional
COPY . .
RUN npm run release -- /app
RUN mkdir /data

# The C and C++ libraries and a user without rights, no package manager. PostgreSQL's initdb needs a shell and the locale.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /bin/dash /bin/sh
COPY --from=build /usr/lib/locale/C.utf8 /usr/lib/locale/C.utf8
COPY --from=build /app /app
COPY --from=build --chown=65532:65532 /data /data
WORKDIR /app
ENV PATH=/app/node_modules/node/bin:/usr/bin:/bin \
    HOST=0.0.0.0 \
    PORT=3000 \
    STUDIO_DATA_DIR=/data
USER 65532:65532
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=6s --start-period=2m --retries=3 CMD ["node", "scripts/health-check.mjs"]
CMD ["node", "scripts/start.mjs"]
