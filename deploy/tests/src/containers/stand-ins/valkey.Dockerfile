# In place of Valkey's official image: Debian's package.
FROM scratch
ADD debian.tar /
RUN install -d -o valkey -g valkey /data
ENV PATH=/usr/local/bin:/usr/bin:/bin
VOLUME /data
WORKDIR /data
CMD ["valkey-server"]
