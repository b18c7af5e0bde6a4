/* Reading numbers out of Python's objects: everything is checked, and refused in one sentence. */

static PyObject *KernelError;  /* arena.kernel's own error, an ArenaError */

static inline bool no_success(PyObject *nothing) { return nothing != NULL; }

/* Set an error with this sentence; false, to be returned. */
#define refuse(...) no_success(PyErr_Format(KernelError, __VA_ARGS__))

/* A whole number within bounds. */
static bool read_number(PyObject *value, const char *name, long least, long most, long *number) {
    if (!value || !PyLong_CheckExact(value)) {
        PyErr_Clear();
        return refuse("the kernel reads a whole number for %s, not %.60R", name,
                      value ? value : Py_None);
    }
    int overflow;
    *number = PyLong_AsLongAndOverflow(value, &overflow);
    if (!overflow && least <= *number && *number <= most) return true;
    PyErr_Clear();
    return refuse("%s is %ld to %ld for the kernel, not %.60R", name, least, most, value);
}

/* A whole number out of a dict. */
static bool number_in(PyObject *dict, const char *name, long least, long most, int *number) {
    long found = 0;
    if (!read_number(PyDict_GetItemString(dict, name), name, least, most, &found)) return false;
    *number = (int)found;
    return true;
}

static bool truth_in(PyObject *dict, const char *name, bool *truth) {
    int found;
    if (!number_in(dict, name, 0, 1, &found)) return false;
    *truth = found;
    return true;
}

/* Up to `room` whole numbers of a list or tuple; returns how many there are, or -1. */
static int read_numbers(PyObject *list, const char *name, long least, long most, long *numbers,
                        int room) {
    if (!list || !(PyList_CheckExact(list) || PyTuple_CheckExact(list))) {
        PyErr_Clear();
        refuse("the kernel reads a list of numbers for %s, not %.60R", name, list ? list : Py_None);
        return -1;
    }
    Py_ssize_t size = PySequence_Fast_GET_SIZE(list);
    if (size > room) {
        refuse("the kernel has room for %d numbers of %s, not for %zd", room, name, size);
        return -1;
    }
    for (Py_ssize_t n = 0; n < size; n++)
        if (!read_number(PySequence_Fast_GET_ITEM(list, n), name, least, most, &numbers[n]))
            return -1;
    return (int)size;
}

/* Exactly `size` whole numbers as bytes. */
static bool read_bytes(PyObject *list, const char *name, long least, long most, uint8_t *bytes,
                       int size) {
    long numbers[256];
    int found = read_numbers(list, name, least, most, numbers, size);
    if (found < 0) return false;
    if (found != size) return refuse("%s are %d numbers, not %d", name, size, found);
    for (int n = 0; n < size; n++) bytes[n] = (uint8_t)numbers[n];
    return true;
}

static bool bytes_in(PyObject *dict, const char *name, long least, long most, uint8_t *bytes,
                     int size) {
    return read_bytes(PyDict_GetItemString(dict, name), name, least, most, bytes, size);
}

static bool ints_in(PyObject *dict, const char *name, long least, long most, int *ints, int size) {
    long numbers[256];
    int found = read_numbers(PyDict_GetItemString(dict, name), name, least, most, numbers, size);
    if (found < 0) return false;
    if (found != size) return refuse("%s are %d numbers, not %d", name, size, found);
    for (int n = 0; n < size; n++) ints[n] = (int)numbers[n];
    return true;
}

/* A set of routes out of Python's int, all of them routes of `everything`. */
static bool read_mask(PyObject *value, const char *name, const Mask *everything, Mask *mask) {
    static PyObject *shift;
    if (!value || !PyLong_CheckExact(value)) {
        PyErr_Clear();
        return refuse("the kernel reads a mask of routes for %s, not %.60R", name,
                      value ? value : Py_None);
    }
    if (!shift && !(shift = PyLong_FromLong(64))) return false;
    Py_INCREF(value);
    for (int w = 0; w < MASK_WORDS && value; w++) {
        mask->word[w] = PyLong_AsUnsignedLongLongMask(value);
        Py_SETREF(value, PyNumber_Rshift(value, shift));
    }
    if (!value) return false;
    int left = PyObject_IsTrue(value);
    Py_DECREF(value);
    if (left < 0) return false;
    if (left || !mask_empty(mask_without(*mask, *everything)))
        return refuse("%s has a route that the board does not have", name);
    return true;
}

static PyObject *mask_to_python(const Mask *mask) {
    uint8_t bytes[8 * MASK_WORDS];
    for (int at = 0; at < 8 * MASK_WORDS; at++)
        bytes[at] = (uint8_t)(mask->word[at >> 3] >> 8 * (at & 7));
    PyObject *packed = PyBytes_FromStringAndSize((char *)bytes, sizeof bytes);
    if (!packed) return NULL;
    PyObject *number = PyObject_CallMethod((PyObject *)&PyLong_Type, "from_bytes", "Os", packed,
                                           "little");
    Py_DECREF(packed);
    return number;
}

/* Several masks of a dict. */
static bool masks_in(PyObject *dict, const char *name, const Mask *everything, Mask *masks,
                     int size) {
    PyObject *list = PyDict_GetItemString(dict, name);
    if (!list || !PyTuple_CheckExact(list) || PyTuple_GET_SIZE(list) != size)
        return refuse("%s are %d masks of routes", name, size);
    for (int n = 0; n < size; n++)
        if (!read_mask(PyTuple_GET_ITEM(list, n), name, everything, &masks[n])) return false;
    return true;
}
