# In place of Node's official image: Debian as its slim variant is, Node and npm as npm has them.
FROM scratch
ADD debian.tar /
COPY node/package/bin/ /usr/local/bin/
COPY node/package/include/ /usr/local/include/
COPY npm/package/ /usr/local/lib/node_modules/npm/
COPY npmrc /usr/local/etc/npmrc
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
  && chmod +x /usr/local/lib/node_modules/npm/bin/*.js \
  && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
CMD ["node"]
