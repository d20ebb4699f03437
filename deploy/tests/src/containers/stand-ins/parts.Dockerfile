# In place of SeaweedFS and Mailpit: the object store and the mail inbox of `npm start`.
ARG NODE_IMAGE
FROM ${NODE_IMAGE} AS parts
WORKDIR /app
COPY manifests/ ./
RUN npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts --no-audit --no-fund
COPY output/ ./

FROM parts AS storage
COPY weed.mjs /usr/local/bin/weed
COPY wget.mjs /usr/local/bin/wget
RUN chmod +x /usr/local/bin/weed /usr/local/bin/wget
VOLUME /data
ENTRYPOINT ["weed"]

FROM parts AS mail
COPY mailpit.mjs /mailpit
RUN chmod +x /mailpit
ENTRYPOINT ["/mailpit"]
