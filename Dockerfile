# Arena in a container: docs/systems.md tells how to run it, and what it needs of the host.
#
# Built in one stage and installed in another, so that no compiler is left in the image.
FROM python:3.13-slim AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /arena
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels railarena \
    && rm -rf /wheels \
    && useradd --uid 1000 --create-home arena \
    && install --directory --owner arena --group arena /contest
# An ordinary user: results belong to whoever has this number outside, and bots to nobody else.
USER arena
WORKDIR /contest
VOLUME /contest
ENTRYPOINT ["arena"]
CMD ["--help"]
