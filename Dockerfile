# The bot in a small image. Build it with `docker build -t paohuzi .`; README.md shows how to run it.
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY engine engine
COPY storage storage
RUN python -m venv /opt/paohuzi && /opt/paohuzi/bin/pip install --no-cache-dir .

FROM python:3.12-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin paohuzi \
    && install --directory --owner=paohuzi --mode=0750 /data
COPY --from=build /opt/paohuzi /opt/paohuzi
ENV PATH=/opt/paohuzi/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PAOHUZI_HEALTH_FILE=/tmp/paohuzi.health
USER paohuzi
VOLUME /data
# The bot writes the file every 30 seconds while it hears from Telegram; one missing or older than 120 s is a failure.
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=2 \
    CMD ["python", "-c", "import os, sys, time; sys.exit(time.time() - os.stat(os.environ['PAOHUZI_HEALTH_FILE']).st_mtime > 120)"]
ENTRYPOINT ["paohuzi", "bot", "--db", "/data/paohuzi.db"]
