# Replaces PostgreSQL's official image: Debian's package with the features of the image's entry point that the
# compose file uses.
FROM scratch
ADD debian.tar /
COPY postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
RUN chmod +x /usr/local/bin/docker-entrypoint.sh \
  && install -d -o postgres -g postgres -m 1777 /var/lib/postgresql /var/run/postgresql
ENV PATH=/usr/local/bin:/usr/lib/postgresql/18/bin:/usr/bin:/bin
ENV PGDATA=/var/lib/postgresql/18/docker LANG=C.UTF-8
VOLUME /var/lib/postgresql
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
